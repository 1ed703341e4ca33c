// Helpers for the DOM that all parts use.

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Listens for `type` on all elements that match `selector`, also on later ones. */
export function delegate(type, selector, listener, root = document) {
  root.addEventListener(type, (event) => {
    const element = event.target.closest?.(selector);
    if (element && root.contains(element)) listener(event, element);
  });
}

const LONGEST_WAIT = 1000; // milliseconds for the browser to be idle

/**
 * A function that lets `act` run when the browser is idle, after LONGEST_WAIT at the latest. Further calls until then
 * change nothing.
 */
export function atRest(act) {
  let due = false;
  const done = () => {
    due = false;
    act();
  };
  return () => {
    if (due) return;
    due = true;
    if (window.requestIdleCallback) requestIdleCallback(done, { timeout: LONGEST_WAIT });
    else setTimeout(done);
  };
}

/** An element with properties and children; text children are text, never HTML. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Whether keys pressed at `target` are text input. */
export const isField = (target) => target.isContentEditable || target.matches?.("input, textarea, select");

/** Whether the page shows one pane at a time: `isNarrow.matches`. */
export const isNarrow = matchMedia("(width < 50em), (width < 68.75em) and (height < 37.5em)");
