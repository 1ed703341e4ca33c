// Requests to the server, and what the page does if no answer comes, or if the answer says to wait.
import { showBanner } from "./banner.js";

const LONGEST_REQUEST = 60_000; // milliseconds
const LONGEST_WAIT = 30; // seconds between two tries

let failures = 0;
let timer = 0;
let resting = false; // the server asked for a break
let retry = () => undefined;

/** An error that htmx takes for an abort: it swaps nothing and writes nothing to the console. */
const handled = () => new DOMException("handled by the page", "AbortError");

function retryAfter(seconds) {
  clearTimeout(timer);
  timer = setTimeout(() => retry(), seconds * 1000);
}

function unreachable() {
  showBanner("Could not reach the server. Your text is safe in this browser.", ["Retry", () => retry()]);
  retryAfter(Math.min(2 ** failures, LONGEST_WAIT));
  failures += 1;
}

function countDown(seconds) {
  showBanner(`Paused for ${seconds} s: the server asks for a break. Your text is safe in this browser.`);
  clearTimeout(timer);
  resting = true;
  timer = setTimeout(() => (seconds > 1 ? countDown(seconds - 1) : resume()), 1000);
}

function resume() {
  resting = false;
  retry(); // with the text typed meanwhile
}

function refused(response) {
  if (response.status === 413) return showBanner("This is too large for the server. Your text is safe in this browser.");
  if (response.status === 429) return countDown(Number.parseInt(response.headers.get("Retry-After"), 10) || 5);
  if (response.status === 403) {
    return showBanner("This page has been open too long to be answered. Your text is kept when you reload.", [
      "Reload", () => location.reload(),
    ]);
  }
  return showBanner("The server could not answer this. Your text is safe in this browser.", ["Retry", () => retry()]);
}

/** As fetch, but failures are shown in the banner and passed on as aborts; nothing is sent during a pause. */
export async function guardedFetch(url, options) {
  if (resting) throw handled();
  const timeLimit = AbortSignal.timeout(LONGEST_REQUEST);
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.any([options.signal, timeLimit]) });
    const text = await response.text();
    const { ok, status, headers } = response;
    clearTimeout(timer);
    failures = 0;
    if ([403, 429].includes(status) || status >= 500 || (status >= 400 && !text.includes("<hx-partial"))) {
      refused(response); // the answer is a whole page, or empty: the banner says why instead
      throw handled();
    }
    return { ok, status, headers, text: async () => text }; // the parts of a response that htmx uses
  } catch (error) {
    if (!options.signal.aborted && error.name !== "AbortError") unreachable();
    throw handled();
  }
}

/** Calls `send` again whenever the server may be back. */
export function retryWith(send) {
  retry = send;
  addEventListener("online", () => failures && retry());
}
