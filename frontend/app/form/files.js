// Where a source begins: a file that is chosen or dropped on the source, the clipboard, or an empty page.
import { delegate, isNarrow, one } from "../dom.js";
import { showPane } from "../playground/panes.js";
import { sayNow } from "../playground/status.js";
import { source } from "./source.js";

/** The user goes on in the source. */
function goToSource() {
  if (isNarrow.matches) showPane("source");
  source().focus();
}

async function take(file) {
  if (!file) return;
  source().replace(await file.text(), "paste");
  goToSource();
  sayNow(`Opened ${file.name}.`);
}

/** The text in the clipboard becomes the source; if the page may not read it, the user pastes it. */
async function paste() {
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text) source().replace(text, "paste");
  goToSource();
  sayNow(text ? "Pasted." : "Press Ctrl+V or \u2318V to paste.");
}

/** On an empty page that has been filled in, "New" empties it again, as a step that can be undone. */
function empty(event, link) {
  if (new URL(link.href).pathname !== location.pathname) return;
  event.preventDefault();
  source().replace("", "paste");
  if (isNarrow.matches) showPane("output");
}

export function startFiles() {
  const pane = one("#pane-source");
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const showDropping = (on) => pane.classList.toggle("is-dropping", on);
  pane.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    showDropping(true);
  });
  pane.addEventListener("dragleave", (event) => pane.contains(event.relatedTarget) || showDropping(false));
  pane.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    showDropping(false);
    take(event.dataTransfer.files[0]);
  }, { capture: true }); // before the editor inserts the file's text
  delegate("click", "[data-paste]", (event) => {
    event.preventDefault();
    paste();
  });
  delegate("click", "a.new", empty);
  const chooser = one("#open-file");
  chooser?.addEventListener("change", () => take(chooser.files[0]).then(() => (chooser.value = "")));
}
