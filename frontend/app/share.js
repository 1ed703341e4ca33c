// Sharing: the dialog, which stores nothing before Share is pressed, and the note that a shared text has changed.
import { atRest, one } from "./dom.js";
import { readDraft } from "./form/draft.js";
import { onAnswered, onEdited } from "./playground/live.js";

// The names of the fields that a share stores.
const STORED = /^(title|dialect|kubernetes|clear|(value|expression|assumed|cluster)\..*)$/s;

/** The text and the values that a share would store now. */
function storable() {
  const { source, values } = readDraft();
  return { source, values: JSON.stringify(values.filter(([name]) => STORED.test(name))) };
}

/** Shows "Changed since shared" while the page differs from the shared text and values. */
function watch(bar) {
  if (!bar || "changed" in bar.dataset) return; // the server has marked the text as changed already
  const before = storable();
  onEdited(atRest(() => {
    const now = storable();
    bar.toggleAttribute("data-changed", now.source !== before.source || now.values !== before.values);
  }));
}

/**
 * A function that names the button: "Share anyway" while the dialog lists secrets, which confirms them. Without the
 * confirmation the server would ask for it.
 */
function namerOf(dialog) {
  const button = one("button.primary", dialog);
  const [label, value] = [button.textContent, button.value];
  return () => {
    const hasSecrets = Boolean(one(".secrets", dialog));
    button.textContent = hasSecrets ? "Share anyway" : label;
    button.value = hasSecrets ? "share-anyway" : value;
  };
}

export function startShare() {
  watch(one("#shared"));
  const dialog = one("#share");
  const title = one("#title");
  const dialogTitle = one("#share-title");
  if (!dialog || !dialogTitle) return;
  const nameButton = namerOf(dialog);
  onAnswered(nameButton);
  nameButton();
  dialog.addEventListener("playground:open", () => (dialogTitle.value = title.value)); // restoring a draft sets the title without an event
  dialogTitle.addEventListener("input", () => {
    title.value = dialogTitle.value;
    title.dispatchEvent(new Event("input", { bubbles: true }));
  });
  dialogTitle.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) one("button.primary", dialog).click();
  });
}
