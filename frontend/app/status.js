// What is said: one summary, only when it differs from the last one and after a second without input.
//
// What is shown waits for nobody: the same sentence stands beside it, hidden from screen readers.
import { one } from "./dom.js";

const QUIET = 1000; // milliseconds

const place = one("#status");
const shown = one("#summary");
let said = place?.textContent.trim() ?? "";
let wanted = said;
let timer = 0;

function show(text) {
  if (shown && shown.textContent !== text) shown.textContent = text;
}

function speak() {
  show(wanted);
  if (wanted === said || !place) return;
  said = wanted;
  place.textContent = wanted;
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(speak, QUIET);
}

/** Shows `text` now, and says it once it has been quiet for a second. */
export function say(text) {
  wanted = text.trim();
  show(wanted);
  wait();
}

/** Shows and says `text` now, then what stood there: for answers to an action, such as "Copied". */
export function sayNow(text) {
  const before = wanted;
  wanted = text;
  speak();
  clearTimeout(timer);
  timer = setTimeout(() => {
    wanted = before;
    show(before);
    wait();
  }, 2 * QUIET);
}

/** Someone is typing: whatever is to be said waits. */
export function holdStatus() {
  if (wanted !== said) wait();
}
