// The editor's completion and its looks: needed once the editor has the focus; editor/later.js loads them.
import {
  acceptCompletion, autocompletion, closeCompletion, completionKeymap, currentCompletions, startCompletion,
} from "@codemirror/autocomplete";
import { Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { completionsFrom } from "./editor/completion/completions.js";
import { fetching, keyHover } from "./editor/completion/hover.js";

const POPUP = ".cm-tooltip.cm-tooltip-autocomplete";

const looks = EditorView.theme({
  [POPUP]: { padding: 0 },
  [`${POPUP} > ul`]: { minWidth: "180px", maxWidth: "min(420px, 100vw - 32px)", maxHeight: "14em", borderRadius: "var(--corner)", font: "var(--body) / 1.25rem var(--mono)" },
  [`${POPUP} > ul > li`]: { display: "flex", gap: "12px", minHeight: "24px", padding: "2px 8px", lineHeight: "1.25rem" },
  [`${POPUP} > ul > li[aria-selected]`]: { background: "var(--select)", color: "var(--ink)" },
  "@media (pointer: coarse)": { [`${POPUP} > ul > li`]: { padding: "8px" } },
  "@media (width < 50em)": { ".cm-tooltip.cm-completionInfo": { display: "none" } }, // it would cover the list
  "@media (forced-colors: active)": { [`${POPUP} > ul > li[aria-selected]`]: { background: "Highlight", color: "HighlightText" } },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "bold" },
  ".cm-completionDetail": {
    flex: 1,
    overflow: "hidden",
    margin: 0,
    color: "var(--quiet)",
    font: "var(--small) / 1.25rem var(--font)",
    textAlign: "end",
    textOverflow: "ellipsis",
  },
  ".field-card": { padding: "8px 12px" },
  ".field-card p": { overflowWrap: "anywhere" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 12px", whiteSpace: "pre-line" },
});

/** Enter accepts; but a value that is written whole already gets its new line. */
function accept(view) {
  const { doc, selection } = view.state;
  const { from } = doc.lineAt(selection.main.head);
  const [typed] = /[^\s"']*$/.exec(doc.sliceString(from, selection.main.head));
  if (!currentCompletions(view.state).some(({ label, isValue }) => isValue && label === typed)) return acceptCompletion(view);
  closeCompletion(view);
  return false;
}

const keys = completionKeymap.map((binding) => (binding.key === "Enter" ? { key: "Enter", run: accept } : binding));

window.playgroundEditor.complete = {
  extensionFor: (host) => [
    // Of what can be typed here without a choice, nothing ends with Enter, so the list takes keys as soon as it is seen.
    autocompletion({ override: [completionsFrom(host)], icons: false, defaultKeymap: false, interactionDelay: 0 }),
    Prec.highest(keymap.of(keys)), keyHover(host), fetching(host),
    looks,
  ],
  open: startCompletion,
};
