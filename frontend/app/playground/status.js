// Announcements for screen readers: one summary, only if it has changed, and after a second without input.
//
// The visible sentence is updated at once; it is a separate element, hidden from screen readers.
import { one } from "../dom.js";

const QUIET = 1000; // milliseconds without input before an announcement

const announced = one("#status"); // for screen readers
const visible = one("#summary");
let said = announced?.textContent.trim() ?? ""; // the last announcement
let wanted = said; // the text to show and to announce next
let timer = 0;

function show(text) {
  if (visible && visible.textContent !== text) visible.textContent = text;
}

function announce() {
  show(wanted);
  if (wanted === said || !announced) return;
  said = wanted;
  announced.textContent = wanted;
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(announce, QUIET);
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
  announce();
  clearTimeout(timer);
  timer = setTimeout(() => {
    wanted = before;
    show(before);
    wait();
  }, 2 * QUIET);
}

/** Lets announcements wait, because the user is typing. */
export function holdStatus() {
  if (wanted !== said) wait();
}
