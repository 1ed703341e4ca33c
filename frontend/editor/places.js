// Two temporary marks on ranges of text: an outline while a link to them has the focus, a flash after a jump.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Marks {name: "outline" | "flash", ranges: [{from, to}]}, and nothing else with this name. */
export const markPlaces = StateEffect.define({
  map: ({ name, ranges }, changes) => ({
    name,
    ranges: ranges.map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to) })),
  }),
});

const markOf = (name, { from, to }, doc) =>
  from < to
    ? Decoration.mark({ class: `place-${name}` }).range(from, to)
    : Decoration.line({ class: `place-${name}` }).range(doc.lineAt(from).from);

export const places = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(markPlaces)) continue;
      const { name, ranges } = effect.value;
      marks = marks.update({
        filter: (from, to, mark) => mark.spec.class !== `place-${name}`,
        add: ranges.map((range) => markOf(name, range, transaction.state.doc)),
        sort: true,
      });
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
