// The editor's search and its looks: 7 KB that are needed once the editor has the focus; editor/later.js loads them.
import { getSearchQuery, openSearchPanel, search, searchKeymap, searchPanelOpen } from "@codemirror/search";
import { EditorView, keymap, ViewPlugin } from "@codemirror/view";

const PANEL = ".cm-panel.cm-search";
const MOST_COUNTED = 1000; // matches: counting takes time

const looks = EditorView.theme({
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
  [`${PANEL} output`]: {
    gridArea: "3 / 1 / auto / -1",
    justifySelf: "end",
    marginInlineEnd: "-32px", // under the close button
    color: "var(--quiet)",
    fontSize: "var(--small)",
    fontVariantNumeric: "tabular-nums",
  },
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

/** How many places match, and which of them is selected: "12 matches", "2 of 12", "No match". */
function countOf(state) {
  const query = getSearchQuery(state);
  if (!query.search) return "";
  if (!query.valid) return "Not a pattern";
  const { from, to } = state.selection.main;
  const matches = query.getCursor(state);
  let count = 0;
  let selected = 0;
  for (let match = matches.next(); !match.done && count < MOST_COUNTED; match = matches.next()) {
    count += 1;
    if (match.value.from === from && match.value.to === to) selected = count;
  }
  const total = count < MOST_COUNTED ? `${count}` : `${MOST_COUNTED} or more`;
  if (selected) return `${selected} of ${total}`;
  return count ? `${total} ${count > 1 ? "matches" : "match"}` : "No match";
}

/** Shows the count in the panel. */
const counting = ViewPlugin.define((view) => {
  const show = {
    key: "count", // a newer request replaces the one before
    read: ({ state }) => searchPanelOpen(state) && countOf(state),
    write(count) {
      const panel = count !== false && view.dom.querySelector(PANEL);
      if (!panel) return;
      const place = panel.querySelector("output") ?? panel.appendChild(document.createElement("output"));
      if (place.textContent !== count) place.textContent = count;
    },
  };
  return {
    update({ docChanged, selectionSet, transactions }) {
      if (docChanged || selectionSet || transactions.some(({ effects }) => effects.length)) view.requestMeasure(show);
    },
  };
});

window.playgroundEditor.search = {
  extensionFor: () => [search({ top: true }), counting, keymap.of(searchKeymap), looks],
  open: openSearchPanel,
};
