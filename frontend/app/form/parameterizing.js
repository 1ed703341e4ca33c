// Making a value a parameter: the server proposes its name and places; the dialog lets each be changed.
import { parseSpan } from "../../editor/positions.js";
import { all, delegate, one } from "../dom.js";
import { jump } from "../playground/issues.js";
import { editDialog, placeText } from "./edit-dialog.js";
import { source } from "./source.js";

const request = editDialog("parameter", ({ told }) => told);
let at = ""; // the place of the value

/** Shows the dialog for what is selected, or for the value at the caret. */
export function askParameter() {
  const { from, to } = source().selected();
  at = `${placeText(from)}-${placeText(to)}`;
  request({ at });
}

/** Sends what is entered in the dialog; the server answers with the edits, or with what is wrong. */
function send(form) {
  const { to, "display-name": displayName, description } = form.elements;
  const places = all('[name="places"]:checked', form).map(({ value }) => value).join(" ");
  request({ at, to: to.value, "display-name": displayName.value, description: description.value, places });
}

export function startParameterizing() {
  delegate("submit", "form.edit", (event, form) => {
    event.preventDefault();
    send(form);
  }, one("#parameter"));
  delegate("click", "[data-literal]", (event, { dataset }) => {
    jump(parseSpan(dataset.literal));
    askParameter();
  });
  one("#parameter-at-caret")?.addEventListener("click", askParameter);
}
