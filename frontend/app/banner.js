// The one alert: what stops you, and the button that goes on.
import { make, one } from "./dom.js";

const banner = one("#banner");
let shown = "";

/** Shows `text` and, where there is something to press, `[label, action]`; the same text is not said twice. */
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

/** Shows what the server sent for the banner, which may be nothing. */
export function showAnswer(fragment) {
  const text = fragment?.textContent.trim() ?? "";
  if (text === shown) return;
  shown = text;
  banner.replaceChildren(...(text ? fragment.childNodes : []));
}
