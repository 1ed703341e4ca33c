// Traces of values: of the place at the caret, and links from a trace to the output.
import { delegate, isNarrow, one } from "../dom.js";
import { fragmentsFrom } from "./fragments.js";
import { onAnswered } from "../playground/live.js";
import { showPane } from "../playground/panes.js";
import { onSourceShown, source } from "../form/source.js";
import { flash } from "./steps.js";

const card = one("#place-trace");
const output = one("#output");
const requestFragment = fragmentsFrom(card?.dataset.url);
let wanted = ""; // the field of the output to go to as soon as the output shows it

/** Requests the trace of a place in the source, by default that of the caret, and shows it. */
export async function traceAt(place = source().caret()) {
  const html = await requestFragment({ at: `${place.line}:${place.column}` });
  if (!html) return;
  card.innerHTML = html;
  if (!card.matches(":popover-open")) card.showPopover();
  card.focus();
}

/**
 * A value in the output opens its card. The first page contains the cards. A live answer contains none: a card is
 * requested when it is first opened, and stays until the next answer replaces the output.
 */
async function onTraced(event, button) {
  const id = button.getAttribute("popovertarget");
  if (document.getElementById(id)) return;
  const html = await requestFragment({ card: id });
  if (!html || !button.isConnected) return;
  output.insertAdjacentHTML("beforeend", html);
  button.click();
}

/** Scrolls to a field of the output and focuses it; false if the output does not show it. */
function goTo(field) {
  const line = one(`#output .line[data-field="${CSS.escape(field)}"]`);
  if (!line) return false;
  if (isNarrow.matches) showPane("output");
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "center" });
  flash([line]);
  return true;
}

function onOutputLink(event, link) {
  link.closest("[popover]")?.hidePopover();
  if (goTo(link.dataset.output)) return;
  wanted = link.dataset.output; // the output shows another view now
  one('[name="view"][value="expanded"]').click();
}

export function startTraces() {
  delegate("click", "button.traced", onTraced);
  delegate("click", "button[data-output]", onOutputLink);
  onAnswered(() => {
    if (wanted) goTo(wanted);
    wanted = "";
  });
  one("#trace").addEventListener("click", () => traceAt());
  onSourceShown((newSource) => newSource.onTrace(traceAt));
}
