// Making a value a parameter: the server proposes its name and places; the dialog lets each be changed.
import { parseSpan } from "../../editor/positions.js";
import { all, delegate, one } from "../dom.js";
import { jump } from "../playground/issues.js";
import { editDialog, placeText } from "./edit-dialog.js";
import { source } from "./source.js";

const REFERENCE = /\$\{\{?\w+\}\}?/;

let place = null; // {from, to} of the value that the dialog is about: what was selected, or the caret

const isUpTo = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);

/** The caret goes behind the reference in place of the value, so that what is typed next continues the value. */
function placed(edits) {
  const written = edits.find(({ from, to, text }) => isUpTo(from, place.to) && isUpTo(place.from, to) && REFERENCE.test(text));
  const [reference] = REFERENCE.exec(written?.text) ?? [];
  if (reference) written.caret = written.text.indexOf(reference) + reference.length;
  return edits;
}

const request = editDialog("parameter", ({ told }) => told, { placed });
const ask = (fields = {}) => request({ at: `${placeText(place.from)}-${placeText(place.to)}`, ...fields });

/** Shows the dialog for what is selected, or for the value at the caret. */
export function askParameter() {
  place = source().selected();
  ask();
}

/** Sends what is entered in the dialog; the server answers with the edits, or with what is wrong. */
function send(form) {
  const { to, "display-name": displayName, description } = form.elements;
  const places = all('[name="places"]:checked', form).map(({ value }) => value).join(" ");
  ask({ to: to.value, "display-name": displayName.value, description: description.value, places });
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
