// Where a source begins: files that are chosen or dropped on the source, the clipboard, or an empty page.
import { delegate, isNarrow, one } from "../dom.js";
import { offer } from "./draft.js";
import { droppedFiles, joined } from "./joining.js";
import { showBanner } from "../playground/banner.js";
import { showPane } from "../playground/panes.js";
import { sayNow } from "../playground/status.js";
import { onSourceChange, source } from "./source.js";

let former = null; // what "New" took away: text, title, and the nodes with the fields of its values

/** The text becomes the source. A phone stays on the pane it shows; elsewhere, the user goes on in the source. */
function becomeSource(text, sentence) {
  source().replace(text, "paste");
  if (!isNarrow.matches) source().focus();
  sayNow(sentence);
}

const isKubernetes = ([name]) => /\.(ya?ml|json)$/i.test(name);
const refuse = (reason) => showBanner(`${reason} Nothing was opened.`);
const megabytes = (bytes) => Math.ceil((10 * bytes) / 2 ** 20) / 10;

/** Why `files` cannot be one text, as a sentence; "" if they can. */
function excess(files) {
  const { most } = one("#source").dataset;
  const bytes = files.reduce((sum, [, { size }]) => sum + size, 0);
  if (files.length < 2 || bytes <= most) return ""; // one file is opened: the page then says what to do with it
  return `These ${files.length} files have ${megabytes(bytes)} MB; the limit is ${megabytes(most)} MB.`;
}

/**
 * `files`, which are [name, File], become the source. A file alone is opened whatever it is; of several, and of a
 * folder, those that are YAML or JSON, in the order of their names.
 */
async function openFiles(files) {
  const { mostFiles } = one("#source").dataset;
  if (files.length > mostFiles) return refuse(`These are more than ${mostFiles} files.`);
  const isAlone = files.length === 1 && !files[0][0].includes("/");
  const texts = isAlone ? files : files.filter(isKubernetes).sort(([a], [b]) => (a < b ? -1 : 1));
  const others = files.length - texts.length;
  const leftOut = others ? ` ${others === 1 ? "1 file is" : `${others} files are`} no YAML or JSON.` : "";
  const reason = texts.length ? excess(texts) : leftOut.trim() || "The folder has no files.";
  if (reason) return refuse(reason);
  const [[name, file]] = texts;
  const text = await (texts.length > 1 ? joined(texts) : file.text()).catch(() => null);
  if (text === null) return refuse("A file cannot be read.");
  const sentence = `Opened ${texts.length > 1 ? `${texts.length} files` : name}.${leftOut}`;
  becomeSource(text, sentence);
  if (leftOut) one("#notice").replaceChildren(sentence); // stays, while the status soon tells of the text
}

/** The text in the clipboard becomes the source; if the page may not read it, the user pastes it. */
async function paste() {
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text) return becomeSource(text, "Pasted.");
  if (isNarrow.matches) showPane("source");
  source().focus();
  sayNow("Press Ctrl+V or \u2318V to paste.");
}

/** What is pasted on an empty page beside every field becomes the source. */
function onPaste(event) {
  const text = event.clipboardData?.getData("text/plain");
  if (!text || source().size() || event.target.closest("input, textarea, [contenteditable]")) return;
  event.preventDefault();
  becomeSource(text, "Pasted.");
}

/** On an empty page that has been filled in, "New" empties it again. Undo and Restore bring text and values back. */
function empty(event, link) {
  if (new URL(link.href).pathname !== location.pathname) return;
  event.preventDefault();
  const title = one("#title");
  const parameters = one("#parameters");
  const hasText = source().size() > 0;
  if (hasText) former = { text: source().value(), title: title.value, fields: [...parameters.childNodes] };
  title.value = "";
  parameters.replaceChildren();
  source().replace("", "paste");
  if (hasText) offer("You left a text at", Date.now(), "Restore", () => source().replace(former.text, "paste"));
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
  one("#source").placeholder += ", or drop files";
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
    const files = droppedFiles(event.dataTransfer, one("#source").dataset.mostFiles);
    files.then(openFiles, () => refuse("A file or folder cannot be read."));
  }, { capture: true }); // before the editor inserts the file's text
  delegate("click", "[data-paste]", (event) => {
    event.preventDefault();
    paste();
  });
  document.addEventListener("paste", onPaste);
  delegate("click", "a.new", empty);
  const chooser = one("#open-file");
  chooser?.addEventListener("change", () =>
    openFiles([...chooser.files].map((file) => [file.name, file])).then(() => (chooser.value = "")),
  );
}
