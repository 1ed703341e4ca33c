// The one alert: what went wrong, and a button to continue.
import { make, one } from "./dom.js";

const banner = one("#banner");
let shown = "";

/** Shows `text` and, if given, a button `[label, action]`; a text that is shown already is not announced again. */
export function showBanner(text, button) {
  if (text === shown) return;
  shown = text;
  const parts = [make("span", {}, text)];
  if (button) {
    const [label, action] = button;
    const element = make("button", { type: "button", className: "button" }, label);
    element.addEventListener("click", action);
    parts.push(element);
  }
  banner.replaceChildren(...parts);
}

/** Shows what the server sent for the banner, if anything. */
export function showAnswer(fragment) {
  const text = fragment?.textContent.trim() ?? "";
  if (text === shown) return;
  shown = text;
  banner.replaceChildren(...(text ? fragment.childNodes : []));
}
