// What search.js uses of the packages in editor.js: a second copy of them would not work with this editor.
//
// A chunk that esbuild splits off would add 2.8 KB (brotli) and a request to the first visit, one bundle for both 4.8 KB.
export {
  CharCategory, codePointAt, codePointSize, combineConfig, EditorSelection, EditorState, Facet, findClusterBreak,
  fromCodePoint, Prec, RangeSetBuilder, StateEffect, StateField,
} from "@codemirror/state";
export {
  Decoration, EditorView, getDialog, getPanel, keymap, runScopeHandlers, showDialog, showPanel, ViewPlugin,
} from "@codemirror/view";
