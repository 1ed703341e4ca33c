// How a value came about: the trace of what stands at the caret, and the way from a trace into the output.
import { delegate, isNarrow, one } from "./dom.js";
import { onAnswered } from "./live.js";
import { guardedFetch } from "./network.js";
import { showPane } from "./panes.js";
import { onSourceShown, source } from "./source.js";
import { trusted } from "./trusted.js";

const FLASH = 300; // milliseconds
const card = one("#place-trace");
let asking = null;
let wanted = ""; // the field of the output to go to as soon as it is shown

/** Asks for the trace of a place of the source, the caret's when none is given, and shows it. */
export async function traceAt(place = source().caret()) {
  asking?.abort();
  asking = new AbortController();
  const body = new FormData(one("#playground"));
  body.set("at", `${place.line}:${place.column}`);
  try {
    const response = await guardedFetch(card.dataset.url, { method: "POST", body, signal: asking.signal });
    if (!response.ok) return;
    card.innerHTML = trusted(await response.text());
  } catch {
    return; // the banner says what happened
  }
  if (!card.matches(":popover-open")) card.showPopover();
  card.focus();
}

function lineOf(field) {
  const [object, ...path] = field.split(" ");
  return one(`#output .line[data-object="${object}"][data-path="${CSS.escape(path.join(" "))}"]`);
}

/** Brings a field of the output into sight and gives it the focus; false when it isn't shown. */
function goTo(field) {
  const line = lineOf(field);
  if (!line) return false;
  if (isNarrow.matches) showPane("output");
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "center" });
  line.classList.add("place-flash");
  setTimeout(() => line.classList.remove("place-flash"), FLASH);
  return true;
}

function onOutputLink(event, link) {
  link.closest("[popover]")?.hidePopover();
  if (goTo(link.dataset.output)) return;
  wanted = link.dataset.output; // another view is open
  one('[name="view"][value="expanded"]').click();
}

export function startTraces() {
  delegate("click", "button[data-output]", onOutputLink);
  onAnswered(() => {
    if (wanted) goTo(wanted);
    wanted = "";
  });
  one("#trace").addEventListener("click", () => traceAt());
  onSourceShown((shown) => shown.onTrace(traceAt));
}
