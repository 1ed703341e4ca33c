// Renaming a parameter or variable: the server names the places; the dialog shows them and asks for the new name.
import { delegate, one } from "../dom.js";
import { editDialog, placeText } from "./edit-dialog.js";
import { onSourceShown, source } from "./source.js";

// The fields of the form that have the name of a parameter: `value.NAME`, `set.SET.NAME`.
const FIELD = /^(value|default|expression|generated|generated-from|set\.[^.]+)\.(.*)$/s;

let at = ""; // the place of the name
const namesOf = ({ kind, name, to }) => ({ kind, from: name, to });
const request = editDialog("rename", ({ name, to }) => `${name} is now ${to}.`, { namesOf });

/** Shows the dialog for the name at the caret; with `to`, renames, unless the server objects. */
export function askRename(to) {
  if (to === undefined) at = placeText(source().caret());
  request({ at, ...(to !== undefined && { to }) });
}

/** The values in the form follow a parameter to its new name. */
function renameFields({ kind, from, to }) {
  if (kind !== "parameter") return;
  for (const field of one("#playground").elements) {
    const [, part, name] = FIELD.exec(field.name) ?? [];
    if (name === from) field.name = `${part}.${to}`;
    else if (["multiline", "clear"].includes(field.name) && field.type === "hidden" && field.value === from) field.value = to;
  }
}

export function startRenaming() {
  onSourceShown((shown) => shown.onRename(renameFields));
  source().onRename(renameFields); // the plain text area is shown already
  delegate("submit", "form.edit", (event) => {
    event.preventDefault();
    askRename(one("#rename-to").value.trim());
  }, one("#rename"));
  one("#rename-at-caret")?.addEventListener("click", () => askRename());
}
