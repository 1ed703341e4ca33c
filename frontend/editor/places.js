// Two temporary marks on a range of text: an outline while a link to it has the focus, a flash after a jump.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Marks {from, to, name: "outline" | "flash"}; {name} alone removes that mark. */
export const markPlace = StateEffect.define({
  map: (place, changes) =>
    place.from === undefined ? place : { ...place, from: changes.mapPos(place.from), to: changes.mapPos(place.to) },
});

function rangesOf({ from, to, name }, doc) {
  if (from === undefined) return [];
  if (from < to) return [Decoration.mark({ class: `place-${name}` }).range(from, to)];
  return [Decoration.line({ class: `place-${name}` }).range(doc.lineAt(from).from)];
}

export const places = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(markPlace)) continue;
      const name = `place-${effect.value.name}`;
      marks = marks.update({
        filter: (from, to, mark) => mark.spec.class !== name,
        add: rangesOf(effect.value, transaction.state.doc),
      });
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
