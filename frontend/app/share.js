// Sharing: the dialog, in which nothing is stored before Share is pressed, and whether what is shared was changed.
import { atRest, one } from "./dom.js";
import { read } from "./draft.js";
import { onAnswered, onEdited } from "./live.js";

const STORED = /^(title|dialect|kubernetes|clear|(value|from|assume)\..*)$/s;

function stored() {
  const { source, values } = read();
  return { source, values: JSON.stringify(values.filter(([name]) => STORED.test(name))) };
}

/** Says "Changed since shared" for as long as the page holds something else than was shared. */
function watch(bar) {
  if (!bar || "changed" in bar.dataset) return; // the server knows already
  const before = stored();
  onEdited(atRest(() => {
    const now = stored();
    bar.toggleAttribute("data-changed", now.source !== before.source || now.values !== before.values);
  }));
}

/** Where lines look like secrets, the button says that they are shared anyway; the server asks once more if it does not. */
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
