// The editor's search and its looks: 7 KB that are needed once the editor has the focus; editor/searching.js loads them.
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorView, keymap } from "@codemirror/view";

const PANEL = ".cm-panel.cm-search";

const looks = EditorView.theme({
  ".cm-selectionMatch": { background: "color-mix(in srgb, var(--tint-edge) 22%, transparent)" },
  ".cm-panels": { border: 0, background: "var(--sunk)", color: "var(--ink)" },
  ".cm-panels-top": { borderBlockEnd: "1px solid var(--line)" },
  [PANEL]: {
    display: "grid",
    gridTemplateColumns: "minmax(80px, 1fr) repeat(3, auto)",
    alignItems: "center",
    gap: "4px 8px",
    padding: "8px 40px 8px 8px",
  },
  [`${PANEL} br`]: { display: "none" },
  [`${PANEL} input, ${PANEL} button, ${PANEL} label`]: {
    minHeight: "28px",
    margin: 0,
    font: "var(--small) / 1 var(--font)",
  },
  [`${PANEL} [name^="replace"]`]: { order: 1 },
  [`${PANEL} [name="replaceAll"]`]: { gridColumn: "span 2" },
  [`${PANEL} label`]: {
    display: "inline-flex",
    gridArea: "3 / 1 / auto / -1",
    justifySelf: "start",
    alignItems: "center",
    gap: "4px",
    color: "var(--quiet)",
  },
  [`${PANEL} label:nth-of-type(2)`]: { marginInlineStart: "8em" },
  [`${PANEL} label:nth-of-type(3)`]: { marginInlineStart: "14em" },
  [`${PANEL} input[type="checkbox"]`]: { minHeight: 0, margin: 0 },
  [`${PANEL} .cm-textfield`]: {
    width: "auto",
    border: "1px solid var(--edge)",
    borderRadius: "var(--corner)",
    background: "var(--pane)",
  },
  [`${PANEL} .cm-button`]: {
    paddingInline: "8px",
    border: "1px solid var(--line)",
    borderRadius: "var(--corner)",
    background: "var(--pane)",
  },
  [`${PANEL} .cm-button:hover`]: { background: "var(--hover)" },
  [`${PANEL} [name="close"]`]: { inset: "8px 8px auto auto", width: "28px", padding: 0, fontSize: "var(--title)" },
});

window.playgroundEditor.search = {
  extension: [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap), looks],
  open: openSearchPanel,
};
