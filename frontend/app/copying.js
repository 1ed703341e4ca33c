// Copying: buttons that put a text into the clipboard, on every page.
import { delegate, one } from "./dom.js";
import { sayNow } from "./status.js";

/** Copies, or, where a page may not write the clipboard, marks the text so that Ctrl+C does. */
export async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    sayNow("Copied.");
  } catch {
    getSelection().selectAllChildren(element);
    sayNow("Marked. Press Ctrl+C or \u2318C to copy.");
  }
}

export function startCopying() {
  delegate("click", "button[data-copy-text]", (event, button) => copy(button.dataset.copyText, button.parentElement));
  delegate("click", "button[data-copy-field]", (event, button) => {
    const field = document.getElementById(button.dataset.copyField);
    copy(field.value, field);
  });
  delegate("click", "button[data-copy-link]", (event, button) => {
    copy(new URL(button.dataset.copyLink, location.href).href, one("#share-link") ?? button.parentElement);
  });
}
