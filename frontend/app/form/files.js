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
  const place = one("#pane-source");
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const mark = (on) => place.classList.toggle("is-dropping", on);
  place.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  place.addEventListener("dragleave", (event) => place.contains(event.relatedTarget) || mark(false));
  place.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    mark(false);
    take(event.dataTransfer.files[0]);
  }, { capture: true });
  const chooser = one("#open-file");
  chooser?.addEventListener("change", () => take(chooser.files[0]).then(() => (chooser.value = "")));
}
