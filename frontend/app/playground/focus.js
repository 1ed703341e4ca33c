// Keeps the focus: if the pressed button is gone after an answer, its field gets the focus.
import { delegate, one } from "../dom.js";
import { onAnswered } from "./live.js";

export function startFocus() {
  let field = null;
  for (const type of ["pointerdown", "keydown", "focusin"]) {
    document.addEventListener(type, () => (field = null), { capture: true }); // they have gone on to something else
  }
  delegate("click", "#parameters button[name]", (event, button) => (field = button.closest("[data-field]")?.id));
  onAnswered(() => {
    const place = field && document.activeElement === document.body && document.getElementById(field);
    if (place) one("input:not([type=hidden]), textarea, select", place)?.focus({ preventScroll: true });
    field = null;
  });
}
