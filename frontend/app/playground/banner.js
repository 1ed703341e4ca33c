// The one alert: what went wrong, and a button to continue.
import { make, one } from "../dom.js";

const banner = one("#banner");
let shown = banner?.textContent.trim() ?? "";

const withoutNumbers = (text) => text.replace(/\d+/g, "");

/** Whether `text` is new. A new text is announced, unless only its numbers have changed, as in a countdown. */
function isNew(text) {
  if (text === shown) return false;
  banner.ariaLive = withoutNumbers(text) === withoutNumbers(shown) ? "off" : "assertive";
  shown = text;
  return true;
}

/** Shows `text` and, if given, a button `[label, action]`. */
export function showBanner(text, button) {
  if (!isNew(text)) return;
  const parts = [make("span", {}, text)];
  if (button) {
    const [label, action] = button;
    const element = make("button", { type: "button", className: "button" }, label);
    element.addEventListener("click", action);
    parts.push(element);
  }
  banner.replaceChildren(...parts);
}

/** The text that the banner shows now. */
export const bannerText = () => shown;

/**
 * Shows the banner's part of an answer, if there is one; else empties the banner, but for what it has said since the
 * request: `before` is its text at that time.
 */
export function showAnswer(fragment, before = shown) {
  const text = fragment?.textContent.trim() ?? "";
  if (!text && before !== shown) return;
  if (isNew(text)) banner.replaceChildren(...(text ? fragment.childNodes : []));
}
