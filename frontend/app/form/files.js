// Files: a file that is chosen, or dropped on the source, becomes the source.
import { one } from "../dom.js";
import { sayNow } from "../playground/status.js";
import { source } from "./source.js";

async function take(file) {
  if (!file) return;
  source().replace(await file.text(), "paste");
  source().focus();
  sayNow(`Opened ${file.name}.`);
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
  const chooser = one("#open-file");
  chooser?.addEventListener("change", () => take(chooser.files[0]).then(() => (chooser.value = "")));
}
