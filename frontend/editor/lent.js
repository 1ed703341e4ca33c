// What search.js uses of the packages in editor.js: a second copy of them would not work with this editor.
export {
  CharCategory, codePointAt, codePointSize, combineConfig, EditorSelection, EditorState, Facet, findClusterBreak,
  fromCodePoint, Prec, RangeSetBuilder, StateEffect, StateField,
} from "@codemirror/state";
export {
  Decoration, EditorView, getDialog, getPanel, keymap, runScopeHandlers, showDialog, showPanel, ViewPlugin,
} from "@codemirror/view";
