// The editor's search, 6 KB that no page needs before somebody is in the editor: editor/searching.js asks for it.
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { keymap } from "@codemirror/view";

window.playgroundEditor.search = {
  extension: [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)],
  open: openSearchPanel,
};
