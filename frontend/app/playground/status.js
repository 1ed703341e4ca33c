// Announcements for screen readers: one summary, only if it has changed, and after a second without input.
//
// The visible sentence is updated at once; it is a separate element, hidden from screen readers.
import { one } from "../dom.js";

const QUIET = 1000; // milliseconds without input before an announcement

const announced = one("#status"); // for screen readers
const visible = one("#summary");
let announcedText = announced?.textContent.trim() ?? "";
let wanted = announcedText; // the text to show and to announce next
let lasting = announcedText; // the sentence about the text, which comes back after one about an action
let timer = 0;

function show(text) {
  if (visible && visible.textContent !== text) visible.textContent = text;
}

function announce() {
  show(wanted);
  if (wanted === announcedText || !announced) return;
  announcedText = wanted;
  announced.textContent = wanted;
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(announce, QUIET);
}

/** Shows `text` now, and announces it after a second without input. */
export function say(text) {
  lasting = wanted = text.trim();
  show(wanted);
  wait();
}

/** Shows and announces `text` now, then restores the sentence about the text: for actions such as "Copied". */
export function sayNow(text) {
  wanted = text;
  announce();
  clearTimeout(timer);
  timer = setTimeout(() => {
    wanted = lasting;
    show(wanted);
    wait();
  }, 2 * QUIET);
}

/** Lets announcements wait, because the user is typing. */
export function holdStatus() {
  if (wanted !== announcedText) wait();
}
