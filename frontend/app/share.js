// Sharing: the dialog, which stores nothing before Share is pressed, and the note that a shared text has changed.
import { atRest, one } from "./dom.js";
import { read } from "./form/draft.js";
import { onAnswered, onEdited } from "./playground/live.js";

const STORED = /^(title|dialect|kubernetes|clear|(value|expression|assumed|cluster)\..*)$/s;

function stored() {
  const { source, values } = read();
  return { source, values: JSON.stringify(values.filter(([name]) => STORED.test(name))) };
}

/** Shows "Changed since shared" while the page differs from the shared text and values. */
function watch(bar) {
  if (!bar || "changed" in bar.dataset) return; // the server knows already
  const before = stored();
  onEdited(atRest(() => {
    const now = stored();
    bar.toggleAttribute("data-changed", now.source !== before.source || now.values !== before.values);
  }));
}

/** If lines look like secrets, the button says "anyway"; otherwise the server would ask for confirmation. */
function nameButton(dialog) {
  const button = one("button.primary", dialog);
  const [word, meant] = [button.textContent, button.value];
  return () => {
    const risky = Boolean(one(".secrets", dialog));
    button.textContent = risky ? "Share anyway" : word;
    button.value = risky ? "share-anyway" : meant;
  };
}

export function startShare() {
  watch(one("#shared"));
  const dialog = one("#share");
  const title = one("#title");
  const own = one("#share-title");
  if (!dialog || !own) return;
  const rename = nameButton(dialog);
  onAnswered(rename);
  rename();
  dialog.addEventListener("playground:open", () => (own.value = title.value)); // a restored draft fills it in silently
  own.addEventListener("input", () => {
    title.value = own.value;
    title.dispatchEvent(new Event("input", { bubbles: true }));
  });
  own.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) one("button.primary", dialog).click();
  });
}
