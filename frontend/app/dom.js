// Helpers for the DOM that all parts use.

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Listens for `type` on all elements that match `selector`, also on later ones. */
export function delegate(type, selector, listener, root = document) {
  root.addEventListener(type, (event) => {
    const found = event.target.closest?.(selector);
    if (found && root.contains(found)) listener(event, found);
  });
}

const LATEST = 1000; // milliseconds

/**
 * A function that schedules `act` for when the browser is idle, within a second at most; once, however often it is
 * called until then.
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
    if (window.requestIdleCallback) requestIdleCallback(done, { timeout: LATEST });
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

export const isNarrow = matchMedia("(width < 50em), (width < 68.75em) and (height < 37.5em)");
