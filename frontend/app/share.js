// The share dialog: nothing is stored before Share is pressed in it. It shows the title of the bar, and changes it.
import { one } from "./dom.js";

export function startShare() {
  const dialog = one("#share");
  const title = one("#title");
  const own = one("#share-title");
  if (!dialog || !own) return;
  dialog.addEventListener("playground:open", () => (own.value = title.value)); // a restored draft fills it in silently
  own.addEventListener("input", () => {
    title.value = own.value;
    title.dispatchEvent(new Event("input", { bubbles: true }));
  });
  own.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) one("button.primary", dialog).click();
  });
}
