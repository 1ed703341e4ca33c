// Buttons that copy a text to the clipboard, on every page.
import { delegate, one } from "./dom.js";
import { sayNow } from "./playground/status.js";

const TICK_FOR = 2000; // milliseconds

/** Replaces the button's icon by a tick for a moment. */
function tick(button) {
  const picture = one("use", button);
  const show = (from, to) => picture.setAttribute("href", picture.getAttribute("href").replace(from, to));
  show("#copy", "#check");
  setTimeout(show, TICK_FOR, "#check", "#copy");
}

/** Copies `text`; if the page may not write to the clipboard, selects `element` for Ctrl+C. `button` was pressed. */
export async function copy(text, element, button, announcement = "Copied.") {
  try {
    await navigator.clipboard.writeText(text);
    sayNow(announcement);
    tick(button);
  } catch {
    getSelection().selectAllChildren(element);
    sayNow("Marked. Press Ctrl+C or \u2318C to copy.");
  }
}

/**
 * Copies the text that a promise will give; false if nothing was copied. A browser lets a page write to the clipboard
 * only right after a press, so this is called before the text is known.
 */
export async function copyWhenKnown(promise) {
  const type = "text/plain";
  const blob = promise.then((text) => new Blob([text], { type }));
  blob.catch(() => undefined); // there is nothing to copy
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
    return true;
  } catch {
    return false;
  }
}

export function startCopying() {
  delegate("click", "button[data-copy-text]", (event, button) => copy(button.dataset.copyText, button.parentElement, button));
  delegate("click", "button[data-copy-field]", (event, button) => {
    const field = document.getElementById(button.dataset.copyField);
    copy(field.value, field, button);
  });
  delegate("click", "button[data-copy-link]", (event, button) => {
    copy(new URL(button.dataset.copyLink, location.href).href, one("#share-link") ?? button.parentElement, button);
  });
}
