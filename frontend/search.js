// The editor's search, 6 KB that are needed only once the editor has the focus: editor/searching.js loads it.
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { keymap } from "@codemirror/view";

window.playgroundEditor.search = {
  extension: [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)],
  open: openSearchPanel,
};
