// Where a source begins: a file that is chosen or dropped on the source, the clipboard, or an empty page.
import { delegate, isNarrow, one } from "../dom.js";
import { offer } from "./draft.js";
import { showPane } from "../playground/panes.js";
import { sayNow } from "../playground/status.js";
import { onSourceChange, source } from "./source.js";

let former = null; // what "New" took away: text, title, and the nodes with the fields of its values

/** The text becomes the source. A phone stays on the pane it shows; elsewhere, the user goes on in the source. */
function begin(text, words) {
  source().replace(text, "paste");
  if (!isNarrow.matches) source().focus();
  sayNow(words);
}

const take = async (file) => file && begin(await file.text(), `Opened ${file.name}.`);

/** The text in the clipboard becomes the source; if the page may not read it, the user pastes it. */
async function paste() {
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text) return begin(text, "Pasted.");
  if (isNarrow.matches) showPane("source");
  source().focus();
  sayNow("Press Ctrl+V or \u2318V to paste.");
}

/** What is pasted on an empty page beside every field becomes the source. */
function onPaste(event) {
  const text = event.clipboardData?.getData("text/plain");
  if (!text || source().size() || event.target.closest("input, textarea, [contenteditable]")) return;
  event.preventDefault();
  begin(text, "Pasted.");
}

/** On an empty page that has been filled in, "New" empties it again. Undo and Restore bring text and values back. */
function empty(event, link) {
  if (new URL(link.href).pathname !== location.pathname) return;
  event.preventDefault();
  const title = one("#title");
  const parameters = one("#parameters");
  const taken = source().size() > 0;
  if (taken) former = { text: source().value(), title: title.value, fields: [...parameters.childNodes] };
  title.value = "";
  parameters.replaceChildren();
  source().replace("", "paste");
  if (taken) offer("You left a text at", Date.now(), "Restore", () => source().replace(former.text, "paste"));
  if (isNarrow.matches) showPane("output");
}

/** Brings the title and the values back if the text is the one that "New" took away. */
function onUndone() {
  if (source().size() !== former?.text.length || source().value() !== former.text) return;
  one("#title").value = former.title;
  one("#parameters").replaceChildren(...former.fields);
  former = null;
  one("#notice").replaceChildren();
}

export function startFiles() {
  one("#source").placeholder += ", or drop a file";
  onSourceChange(onUndone);
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
  document.addEventListener("paste", onPaste);
  delegate("click", "a.new", empty);
  const chooser = one("#open-file");
  chooser?.addEventListener("change", () => take(chooser.files[0]).then(() => (chooser.value = "")));
}
