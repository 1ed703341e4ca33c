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
let at = null; // the changed line that was visited last
let opens = true; // the next answer shows another text or view

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
  const last = lines.indexOf(at);
  const number = (last < 0 && step < 0 ? 0 : last) + step;
  at = lines[(number + lines.length) % lines.length];
  at.scrollIntoView({ block: "center" });
  if (focus) {
    at.tabIndex = -1;
    at.focus({ preventScroll: true });
  }
  flash([at]);
  say(`Change ${lines.indexOf(at) + 1} of ${lines.length}.`);
  tell();
}

function tell() {
  const lines = changes();
  const number = lines.indexOf(at) + 1;
  group.hidden = !lines.length;
  one(".count", group).textContent = `${number ? `${number} of ` : ""}${lines.length}`;
  one(".more", group).textContent = lines.length === 1 ? "change" : "changes";
}

/** Scrolls a new output, as soon as it can be seen, to its beginning, or to its first change if that is further down. */
function open() {
  if (!opens || !output.clientHeight) return;
  opens = false;
  output.scrollTop = 0;
  const line = one("pre[data-opens] .line[data-changed]", output);
  if (!line) return;
  const distance = line.getBoundingClientRect().bottom - output.getBoundingClientRect().top;
  if (distance > output.clientHeight) output.scrollTop = distance - output.clientHeight / 3;
}

/** The values and references that can be seen, of which one is a tab stop. */
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
  for (const update of [setStops, tell, open]) {
    onAnswered(update);
    update();
  }
  new ResizeObserver(open).observe(output); // a phone shows the output later
  onSourceChange((kind, whole) => (opens ||= whole || !one(".line", output)));
  delegate("change", '[name="view"]', () => (opens = true));
  delegate("focusin", STOPS, (event, element) => setStop(element), output);
  output.addEventListener("keydown", onKey);
  delegate("click", "[data-step]", (event, button) => visitChange(Number(button.dataset.step), false), group);
}
