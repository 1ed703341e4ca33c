// Download: the user must confirm missing or wrong values, but the same values only once.
import { delegate, one } from "../dom.js";
import { openDialog } from "../playground/menus.js";

export function startDownload() {
  const dialog = one("#download");
  const warnings = one("#download-contents");
  if (!dialog || !warnings) return;
  const anyway = one("button.primary", dialog);
  const warningText = () => warnings.textContent.trim();
  let confirmed = "";
  delegate("click", '[name="action"][value="download-output"]', (event, button) => {
    const text = warningText();
    if (!text) return;
    event.preventDefault();
    if (text === confirmed) button.form.requestSubmit(anyway);
    else openDialog("download");
  });
  anyway.addEventListener("click", () => {
    confirmed = warningText();
    dialog.close();
  });
}
