// Wraps long lines; the rest of a wrapped line is indented further than its beginning, as in the output (css/code.css).
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";
import { RangeSetBuilder } from "@codemirror/state";

const DEEPEST = 8; // levels of two spaces
const levels = Array.from({ length: DEEPEST + 1 }, (_, level) => Decoration.line({ class: `indent-${level}` }));

/** The decorations of the lines in sight that are indented. */
function indentations({ state: { doc }, visibleRanges }) {
  const builder = new RangeSetBuilder();
  for (const { from, to } of visibleRanges) {
    for (let line = doc.lineAt(from); line; line = line.to < to ? doc.line(line.number + 1) : null) {
      const level = Math.min(DEEPEST, /^ */.exec(line.text)[0].length >> 1);
      if (level) builder.add(line.from, line.from, levels[level]);
    }
  }
  return builder.finish();
}

const indented = ViewPlugin.define(
  (view) => ({
    decorations: indentations(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = indentations(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

export const wrappedLines = [EditorView.lineWrapping, indented];
