// What is said: one summary, only when it differs from the last one and after a second without input.
import { one } from "./dom.js";

const QUIET = 1000; // milliseconds

const place = one("#status");
let said = place?.textContent.trim() ?? "";
let wanted = said;
let timer = 0;

function speak() {
  if (wanted === said || !place) return;
  said = wanted;
  place.textContent = wanted;
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(speak, QUIET);
}

/** Says `text` once it has been quiet for a second. */
export function say(text) {
  wanted = text.trim();
  wait();
}

/** Says `text` now, then what stood there: for answers to an action, such as "Copied". */
export function sayNow(text) {
  const before = wanted;
  wanted = text;
  speak();
  clearTimeout(timer);
  timer = setTimeout(() => say(before), 2 * QUIET);
}

/** Someone is typing: whatever is to be said waits. */
export function holdStatus() {
  if (wanted !== said) wait();
}
