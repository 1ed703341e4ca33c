// The fields of the form: going to one of them, to the next missing value, and searching in many.
import { all, delegate, isNarrow, one } from "../dom.js";
import { onAnswered } from "../playground/live.js";
import { showPane } from "../playground/panes.js";

const parameters = one("#parameters");
const search = one("#parameter-search input");
let visited = ""; // the id of the missing value that was visited last

/** Focuses the field with this id, or the first button of a group with it. False if there is none. */
export function showField(id) {
  const place = document.getElementById(id);
  if (!place) return false;
  if (isNarrow.matches) showPane("parameters");
  if (place.closest("[hidden]")) searchFor((search.value = ""));
  const folded = place.closest("details");
  if (folded) folded.open = true;
  const field = place.matches("input, textarea") ? place : one("input:checked, input", place);
  field.focus({ preventScroll: true });
  (field.closest("[data-field]") ?? field).scrollIntoView({ block: "nearest" });
  return true;
}

function onFieldLink(event, link) {
  if (showField(link.hash.slice(1))) event.preventDefault();
}

function onNext(event) {
  event.preventDefault();
  const missing = all("[data-missing]", parameters).map((row) => row.dataset.missing);
  visited = missing[(missing.indexOf(visited) + 1) % missing.length];
  showField(visited);
}

function searchFor(text) {
  const wanted = text.trim().toLowerCase();
  const textOf = (row) => all("label, legend, .description", row).map((part) => part.textContent).join(" ").toLowerCase();
  for (const row of all("[data-parameter][data-field]", parameters)) row.hidden = wanted && !textOf(row).includes(wanted);
  const folded = one("#generated-values");
  if (wanted && folded && one("[data-field]:not([hidden])", folded)) folded.open = true;
}

/** Offers the search if the form has many fields; an answer shows every field, so the search is repeated. */
function adoptAnswer() {
  const offered = Boolean(one("[data-searchable]", parameters));
  one("#parameter-search").hidden = !offered;
  searchFor(offered ? search.value : "");
}

export function startFields() {
  delegate("click", ".next-missing", onNext);
  delegate("click", 'a.assume, #parameters a[href^="#p-"]:not(.next-missing)', onFieldLink);
  search.addEventListener("input", () => searchFor(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // Enter does not submit the form
    const row = one("[data-parameter][data-field]:not([hidden])", parameters);
    if (row) showField(row.id.replace("field-", ""));
  });
  adoptAnswer();
  onAnswered(adoptAnswer);
}
