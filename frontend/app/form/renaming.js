// Renaming a parameter or variable: the server names the places; the dialog shows them and asks for the new name.
import { parseSpan } from "../../editor/positions.js";
import { delegate, one } from "../dom.js";
import { fragmentsFrom } from "../output/fragments.js";
import { openDialog } from "../playground/menus.js";
import { sayNow } from "../playground/status.js";
import { onSourceShown, source } from "./source.js";

// The fields of the form that have the name of a parameter: `value.NAME`, `set.SET.NAME`.
const FIELD = /^(value|default|expression|generated|generated-from|set\.[^.]+)\.(.*)$/s;

const dialog = one("#rename");
const requestFragment = fragmentsFrom(dialog?.dataset.url);
let at = ""; // the place of the name

/** Shows the dialog for the name at the caret; with `to`, renames, unless the server objects. */
export async function askRename(to) {
  if (to === undefined) {
    const { line, column } = source().caret();
    at = `${line}:${column}`;
  }
  const html = await requestFragment({ at, ...(to !== undefined && { to }) });
  if (html === null) return;
  dialog.innerHTML = html;
  const form = one("[data-edits]", dialog);
  if (form) return apply(form.dataset, to);
  openDialog("rename");
  one("input", dialog)?.select();
}

function apply({ edits, kind, name }, to) {
  dialog.close();
  const placed = JSON.parse(edits).map(({ span, text }) => ({ ...parseSpan(span), text }));
  source().rename(placed, { kind, from: name, to });
  source().focus();
  sayNow(`${name} is now ${to}.`);
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
  delegate("submit", "form.rename", (event) => {
    event.preventDefault();
    askRename(one("#rename-to").value.trim());
  }, dialog);
  one("#rename-at-caret")?.addEventListener("click", () => askRename());
}
