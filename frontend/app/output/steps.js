// The way through the output: one tab stop for all its values, changed lines one after the other, what issues are about.
import { all, delegate, isNarrow, one } from "../dom.js";
import { onAnswered } from "../playground/live.js";
import { say } from "../playground/status.js";
import { onSourceChange } from "../form/source.js";

const STOPS = ".line :is(.traced, a.wrong)";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const FLASH_FOR = 300; // milliseconds
const output = one("#output");
const group = one("#changes");
let stop = null; // the value or reference that the Tab key leads to
let visited = null; // the changed line that was visited last
let isNext = false; // the next answer shows another text or view
let isUnseen = true; // the present output has not been in sight yet

/** Flashes elements of the output. */
export function flash(elements) {
  for (const element of elements) element.classList.add("place-flash");
  setTimeout(() => elements.forEach((element) => element.classList.remove("place-flash")), FLASH_FOR);
}

/** The ranges of the output that an issue is about. */
function faultsOf(issue) {
  const spans = [issue, ...all("[data-span]", issue)].map((element) => element.dataset.span).filter(Boolean);
  return spans.flatMap((span) => all(`[data-of~="${span}"]`, output)); // a span has digits, colons and a hyphen only
}

/** Flashes what an issue is about in the output; brings it to the middle unless it is `inView`. */
export function showFaults(issue, inView = false) {
  const faults = [...new Set(faultsOf(issue))];
  const first = faults.find((fault) => fault.matches("a")) ?? faults[0]; // rather than a value that contains it
  if (first && !inView && !isNarrow.matches) {
    first.closest("details")?.setAttribute("open", "");
    first.scrollIntoView({ block: "center", inline: "nearest" });
  }
  flash(faults);
}

/** Outlines what an issue is about in the output; null removes the outline. */
export function outlineFaults(issue) {
  for (const element of all(".place-outline", output)) element.classList.remove("place-outline");
  if (issue) faultsOf(issue).forEach((element) => element.classList.add("place-outline"));
}

/** The first line of each stretch of changed lines. */
function changes() {
  const lines = all(".line[data-changed]", output);
  return lines.filter((line) => !line.previousElementSibling?.hasAttribute("data-changed"));
}

/** Goes to the next changed line, or with -1 to the previous one; after the last comes the first. */
export function visitChange(step, focus = true) {
  const lines = changes();
  if (!lines.length) return;
  const index = lines.indexOf(visited);
  const next = (index < 0 && step < 0 ? 0 : index) + step; // before the first visit, -1 leads to the last line
  visited = lines[(next + lines.length) % lines.length];
  visited.scrollIntoView({ block: "center" });
  if (focus) {
    visited.tabIndex = -1;
    visited.focus({ preventScroll: true });
  }
  flash([visited]);
  say(`Change ${lines.indexOf(visited) + 1} of ${lines.length}.`);
  showCount();
}

/** Shows how many changes there are, and the number of the visited one. */
function showCount() {
  const lines = changes();
  const number = lines.indexOf(visited) + 1;
  group.hidden = !lines.length;
  one(".count", group).textContent = `${number ? `${number} of ` : ""}${lines.length}`;
  one(".more", group).textContent = lines.length === 1 ? "change" : "changes";
}

/** Scrolls a new output, as soon as it can be seen, to its beginning, or to its first change if that is further down. */
function scrollToStart() {
  if (!isUnseen || !output.clientHeight) return;
  isUnseen = false;
  output.scrollTop = 0;
  const line = one("pre[data-opens] .line[data-changed]", output);
  if (!line) return;
  const distance = line.getBoundingClientRect().bottom - output.getBoundingClientRect().top;
  if (distance > output.clientHeight) output.scrollTop = distance - output.clientHeight / 3;
}

/** Takes note of an answer: only it begins another output, not a change of the output's height before it. */
function noteAnswer() {
  isUnseen ||= isNext;
  isNext = false;
}

/** Makes `next` the one value or reference of the output that the Tab key leads to. */
function setStop(next) {
  if (stop !== next) stop?.setAttribute("tabindex", "-1");
  stop = next;
  stop?.setAttribute("tabindex", "0");
}

function setStops() {
  for (const element of all(`${STOPS}:not([tabindex="-1"])`, output)) {
    if (element !== stop) element.tabIndex = -1;
  }
  setStop(stop?.isConnected ? stop : one(STOPS, output));
}

function onKey(event) {
  const from = event.target.closest(STOPS);
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = all(STOPS, output).filter((element) => element.checkVisibility());
  const step = STEPS[event.key];
  const next = { Home: stops[0], End: stops.at(-1) }[event.key] ?? (step && stops[stops.indexOf(from) + step]);
  if (!step && !next) return;
  event.preventDefault();
  next?.focus();
}

export function startSteps() {
  for (const update of [setStops, showCount, noteAnswer, scrollToStart]) {
    onAnswered(update);
    update();
  }
  new ResizeObserver(scrollToStart).observe(output); // a phone shows the output later
  onSourceChange((kind, whole) => (isNext ||= whole || !one(".line", output)));
  delegate("change", '[name="view"]', () => (isNext = true));
  delegate("focusin", STOPS, (event, element) => setStop(element), output);
  output.addEventListener("keydown", onKey);
  delegate("click", "[data-step]", (event, button) => visitChange(Number(button.dataset.step), false), group);
}
