// Download: missing or wrong values must be confirmed, the same ones only once.
import { delegate, one } from "../dom.js";
import { openDialog } from "../playground/menus.js";

export function startDownload() {
  const dialog = one("#download");
  const wrong = one("#download-contents");
  if (!dialog || !wrong) return;
  const anyway = one("button.primary", dialog);
  const words = () => wrong.textContent.trim();
  let agreed = "";
  delegate("click", '[name="action"][value="download-output"]', (event, button) => {
    const told = words();
    if (!told) return;
    event.preventDefault();
    if (told === agreed) button.form.requestSubmit(anyway);
    else openDialog("download");
  });
  anyway.addEventListener("click", () => {
    agreed = words();
    dialog.close();
  });
}
