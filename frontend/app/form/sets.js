// Value sets: Enter presses the button of a field, and a parameter file becomes a set.
import { all, delegate, one } from "../dom.js";
import { ask, onAnswered } from "../playground/live.js";
import { sayNow } from "../playground/status.js";

const MOST_BYTES = 256 * 1024; // of a file
let added = ""; // the name of the set that the user adds, until the page shows it

/** The name of a set, from the name of its file: `prod.env` gives `prod`. */
const nameOf = (file) => file.name.replace(/\..*$/s, "").replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^[-_]+/, "").slice(0, 30);

async function open(chooser) {
  const [file] = chooser.files;
  chooser.value = "";
  if (!file) return;
  if (file.size > MOST_BYTES) {
    sayNow(`${file.name} is too large: the limit is 256 KB.`);
    return;
  }
  const lines = await file.text().catch(() => null);
  if (lines === null) {
    sayNow(`${file.name} could not be read.`);
    return;
  }
  const name = one('[name="new-set"]');
  name.value ||= nameOf(file);
  one('[name="set-lines"]').value = lines;
  added = name.value.trim();
  ask(one("#add-set"));
}

/** Once the added set is on the page, empties the fields that added it, and focuses the set's first field. */
function finish() {
  if (!added || !one(`[name="sets"][value="${CSS.escape(added)}"]`)) return;
  added = "";
  for (const field of all('[name="new-set"], [name="set-lines"]')) field.value = "";
  one(".set-field.is-chosen :is(input, textarea)")?.focus();
}

export function startSets() {
  delegate("change", "#open-set", (event, chooser) => open(chooser));
  delegate("click", "#add-set", () => (added = one('[name="new-set"]').value.trim()));
  delegate("keydown", "[data-enter]", (event, field) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the first button of the form would be pressed
    document.getElementById(field.dataset.enter)?.click();
  });
  onAnswered(finish);
}
