// What search.js and complete.js use of the packages in editor.js: a second copy of them would not work with this editor.
//
// A chunk that esbuild splits off would add 2.8 KB (brotli) and a request to the first visit, one bundle for both 4.8 KB.
export {
  Annotation, CharCategory, codePointAt, codePointSize, combineConfig, EditorSelection, EditorState, Facet, findClusterBreak,
  fromCodePoint, MapMode, Prec, RangeSet, RangeSetBuilder, RangeValue, StateEffect, StateField, Text, Transaction,
} from "@codemirror/state";
export {
  Decoration, Direction, EditorView, getDialog, getPanel, getTooltip, hoverTooltip, keymap, logException, runScopeHandlers, showDialog,
  showPanel, showTooltip, ViewPlugin, WidgetType,
} from "@codemirror/view";
export { indentUnit, syntaxTree } from "@codemirror/language";
export { forEachDiagnostic } from "@codemirror/lint";
