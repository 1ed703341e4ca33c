// Making a value a parameter: the server proposes its name and places; the dialog lets each be changed.
import { parseSpan } from "../../editor/positions.js";
import { all, delegate, one } from "../dom.js";
import { jump } from "../playground/issues.js";
import { editDialog, placeText } from "./edit-dialog.js";
import { source } from "./source.js";

const REFERENCE = /\$\{\{?\w+\}\}?/;

let asked = null; // {from, to}: what was selected, or the caret
let at = ""; // the same as the server reads it

const isUpTo = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);

/** The caret goes behind the reference in place of the value, so that what is typed next continues the value. */
function placed(edits) {
  const written = edits.find(({ from, to, text }) => isUpTo(from, asked.to) && isUpTo(asked.from, to) && REFERENCE.test(text));
  const [reference] = REFERENCE.exec(written?.text) ?? [];
  if (reference) written.caret = written.text.indexOf(reference) + reference.length;
  return edits;
}

const request = editDialog("parameter", ({ told }) => told, { placed });

/** Shows the dialog for what is selected, or for the value at the caret. */
export function askParameter() {
  asked = source().selected();
  at = `${placeText(asked.from)}-${placeText(asked.to)}`;
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
