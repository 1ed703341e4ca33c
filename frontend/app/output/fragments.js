// Parts of the page that are requested when the reader opens them.
import { one } from "../dom.js";
import { guardedFetch } from "../playground/network.js";
import { trusted } from "../trusted.js";

/**
 * A function that sends the form to `url`, with more fields, and returns the answer as HTML; null without an answer, or
 * if it was called again meanwhile.
 */
export function fragmentsFrom(url) {
  let pending = null; // the AbortController of the last request
  return async (fields) => {
    pending?.abort();
    const { signal } = (pending = new AbortController());
    const body = new FormData(one("#playground"));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    try {
      const response = await guardedFetch(url, { method: "POST", body, signal });
      return response.ok && !signal.aborted ? trusted(await response.text()) : null;
    } catch {
      return null; // the banner says what happened
    }
  };
}
