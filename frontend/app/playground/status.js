// Announcements for screen readers: one summary, only if it has changed, and after a second without input.
//
// The visible sentence is updated at once; it is a separate element, hidden from screen readers.
import { one } from "../dom.js";

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

/** Shows `text` now, and announces it after a second without input. */
export function say(text) {
  wanted = text.trim();
  show(wanted);
  wait();
}

/** Shows and announces `text` now, then restores the previous text: for actions such as "Copied". */
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

/** The user is typing: announcements wait. */
export function holdStatus() {
  if (wanted !== said) wait();
}
