// The issues: links between the panel and the source, and the fixes.
import { parseSpan } from "../../editor/positions.js";
import { all, atRest, delegate, isNarrow, one } from "../dom.js";
import { isOutdated, onAnswered } from "./live.js";
import { showPane } from "./panes.js";
import { sayNow } from "./status.js";
import { showField } from "../form/fields.js";
import { onSourceShown, source } from "../form/source.js";
import { outlineFaults, showFaults } from "../output/steps.js";

const issues = one("#issues");
let visited = -1; // the index of the issue that was visited last; -1: none

const items = () => all(".issue", issues);
const spanOf = (element) => parseSpan(element.dataset.span);

/** The place in the source from which a line of the output comes. */
function placeOfLine(line) {
  const output = line.closest("[data-places]");
  const number = all(".line", output).indexOf(line);
  return parseSpan(output.dataset.places.split(" ")[number], true);
}

/** Selects a place in the source, also from another pane. */
export function jump(span) {
  if (!span) return;
  if (isNarrow.matches) showPane("source");
  source().select(span);
}

function mark(item) {
  visited = items().indexOf(item);
  for (const other of items()) other.removeAttribute("aria-current");
  item.setAttribute("aria-current", "true");
  const folded = item.closest("details");
  if (folded) folded.open = true;
  item.scrollIntoView({ block: "nearest" });
}

/**
 * Goes to the issue's field in the form, or, without one or if asked, to its place in the source; shows it in the output.
 */
function visit(item, { inSource = false } = {}) {
  mark(item);
  if (inSource || !showField(item.dataset.input)) jump(spanOf(item));
  showFaults(item);
}

/** Goes to the next issue, or with -1 to the previous one; after the last comes the first. */
export function visitNext(step) {
  const list = items();
  if (!list.length) return;
  const start = visited < 0 && step < 0 ? 0 : visited; // before the first visit, -1 leads to the last issue
  visit(list[(start + step + list.length) % list.length]);
}

/** Shows the issues in the source, too, each at all of its places. */
function showInSource() {
  const placesOf = (item) => all(".what > .place", item);
  const diagnostics = items().flatMap((item) => placesOf(item).map((place) => ({
    span: spanOf(place),
    severity: item.dataset.severity,
    code: one(".code", item)?.textContent.trim(),
    message: one(".message", item)?.textContent.trim() ?? "",
  })));
  source().diagnose(diagnostics.filter(({ span }) => span));
}

/** Outlines the place of an issue in the source and the output; null removes the outlines. */
function outline(item) {
  source().outline(item ? [spanOf(item)].filter(Boolean) : []);
  outlineFaults(item);
}

function applyFix(event, button) {
  event.preventDefault();
  if ("whole" in button.dataset && isOutdated()) return sayNow("The text has changed since. Its Template comes at once.");
  const edits = JSON.parse(button.dataset.edits).map(({ span, text }) => ({ ...parseSpan(span), text }));
  const field = button.dataset.empties && document.getElementById(button.dataset.empties);
  const assumed = field?.value;
  if (field) field.value = ""; // before the edit, which sends the form: the source then has the assumed value
  if (source().edit(edits)) return source().focus();
  if (field) field.value = assumed;
  sayNow("Nothing changed: this fix belongs to an older text.");
}

/** A click on a place, an issue or a line of the output goes to its place in the source; selecting text does not. */
function onClick(event) {
  const place = event.target.closest("[data-span], [data-places] .line");
  const control = event.target.closest("a, button, summary, input, label");
  if (!place || (control && control !== place) || (!control && !getSelection().isCollapsed)) return;
  if (control === place && control.hash) event.preventDefault(); // without scripts it leads to the source as a whole
  place.closest("[popover]")?.hidePopover();
  place.closest("dialog")?.close();
  if (place.matches(".line")) return jump(placeOfLine(place));
  const item = place.closest(".issue");
  if (item && spanOf(item) && place.dataset.span === item.dataset.span) visit(item, { inSource: Boolean(control) });
  else jump(spanOf(place));
}

/** The issue that a link leads to; a reference in the output also names the issue's place. */
function issueOf(link) {
  const [span] = link.dataset.of?.split(" ") ?? [];
  return (span && one(`[data-span="${span}"]`, issues)?.closest(".issue")) || one(link.hash);
}

/** A link to an issue: makes it visible, whatever filter is set, and focuses its place. */
function onIssueLink(event, link) {
  const item = issueOf(link);
  if (!item) return;
  event.preventDefault();
  if (link.matches(".wrong") && !isNarrow.matches) {
    mark(item);
    jump(parseSpan(link.dataset.of.split(" ")[0]));
    return showFaults(item, true);
  }
  if (isNarrow.matches) showPane("issues");
  if (getComputedStyle(item).display === "none") one('[name="severity"][value="all"]').click();
  mark(item);
  one(".place", item).focus({ preventScroll: true });
}

export function startIssues() {
  const showAtRest = atRest(showInSource);
  onAnswered(() => {
    visited = -1;
    source().adoptAnswer(!one("#stale").hasChildNodes());
    showAtRest();
  });
  onSourceShown(showInSource);
  delegate("click", "button[data-edits]", applyFix);
  delegate("click", 'a[href^="#issue-"]', onIssueLink);
  document.addEventListener("click", onClick);
  for (const type of ["pointerover", "focusin"]) {
    delegate(type, ".issue", (event, item) => outline(item));
  }
  for (const type of ["pointerleave", "focusout"]) issues.addEventListener(type, () => outline(null));
}
