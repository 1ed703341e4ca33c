// Dialogs that change the text: the server says what would change; once it answers with edits, they are made.
import { parseSpan } from "../../editor/positions.js";
import { one } from "../dom.js";
import { fragmentsFrom } from "../output/fragments.js";
import { openDialog } from "../playground/menus.js";
import { sayNow } from "../playground/status.js";
import { source } from "./source.js";

/**
 * A function that sends `fields` with the form, and shows the answer in the dialog `id`; an answer with edits closes the
 * dialog and makes them. `told(facts)` is then the sentence for the status, `namesOf(facts)` what the edits rename, if
 * anything; `facts` is the dataset of the answer's form. `placed(edits)` says where the caret goes: see `write`.
 */
export function editDialog(id, told, { namesOf = () => undefined, placed = (edits) => edits } = {}) {
  const dialog = one(`#${id}`);
  const requestFragment = fragmentsFrom(dialog?.dataset.url);
  return async (fields) => {
    const { open } = dialog;
    const text = source().value();
    const html = await requestFragment(fields);
    if (html === null || (open && !dialog.open)) return; // closed meanwhile
    if (source().value() !== text) return sayNow("The text has changed meanwhile: try again.");
    dialog.innerHTML = html;
    const facts = one("[data-edits]", dialog)?.dataset;
    if (!facts) {
      openDialog(id);
      one("input", dialog)?.select();
      return;
    }
    const caret = source().caret(); // a text area has none for a moment when a dialog closes
    dialog.close();
    const edits = JSON.parse(facts.edits).map(({ span, text }) => ({ ...parseSpan(span), text }));
    source().write(placed(edits), { names: namesOf(facts), caret });
    source().focus();
    sayNow(told(facts));
  };
}

/** A place of the source as the server reads it: "3:14". */
export const placeText = ({ line, column }) => `${line}:${column}`;
