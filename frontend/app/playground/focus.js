// Keeps the focus: if an answer removes a pressed button, the field beside the button gets the focus, or the first field of
// the element that the button names.
import { delegate, one } from "../dom.js";
import { onAnswered } from "./live.js";

export function startFocus() {
  let fieldId = null; // of the row with the pressed button
  for (const type of ["pointerdown", "keydown", "focusin"]) {
    document.addEventListener(type, () => (fieldId = null), { capture: true }); // the user has gone on to something else
  }
  delegate("click", "#parameters button[name], button[data-then]", (event, button) => {
    fieldId = button.dataset.then ?? button.closest("[data-field]")?.id;
  });
  onAnswered((isLast) => {
    if (!isLast) return; // it brings no form
    const row = fieldId && document.activeElement === document.body && document.getElementById(fieldId);
    if (row) one("input:not([type=hidden]), textarea, select", row)?.focus({ preventScroll: true });
    fieldId = null;
  });
}
