// The output: coloured keys, copying the whole text, showing and hiding secrets.
import { copy } from "../copying.js";
import { all, delegate, one } from "../dom.js";
import { onAnswered } from "../playground/live.js";

const KEY = /^(\s*(?:- )*)("(?:[^"\\]|\\.)*"|[^\s"'#][^\s:]*)(?=:(?:\s|$))/;
const MOST_LINES = 5000;
const output = one("#output");
const TELLS_SIGHT = "ContentVisibilityAutoStateChangeEvent" in window;
const inSight = new Set(); // the numbers of blocks
let blocks = []; // of lines

/**
 * Colours the keys without touching the document, if the browser supports it (CSS Custom Highlight API). Only those of
 * visible blocks, if the browser reports them, because it checks every range whenever the page changes.
 */
function highlightKeys() {
  if (!CSS.highlights || matchMedia("(forced-colors: active)").matches) return;
  const ranges = [];
  for (const line of linesInSight()) {
    const text = one(".sign", line)?.nextSibling ?? line.firstChild;
    const match = text?.nodeType === Node.TEXT_NODE && KEY.exec(text.data);
    if (!match) continue;
    const range = new StaticRange({
      startContainer: text, startOffset: match[1].length, endContainer: text, endOffset: match[0].length,
    });
    ranges.push(range);
  }
  CSS.highlights.set("key", new Highlight(...ranges));
}

/** The lines whose keys are coloured: of visible blocks; just after an answer, of the blocks with the same numbers. */
function linesInSight() {
  if (!blocks.length || !TELLS_SIGHT) return all("pre.output .line", output).slice(0, MOST_LINES);
  return blocks.flatMap((block, number) => (inSight.has(number) ? [...block.children] : []));
}

/** A block of lines has become visible or invisible. */
function onSight({ target, skipped }) {
  const number = blocks.indexOf(target);
  if (skipped !== inSight.has(number)) return; // known already: before the answer, a visible block had this number
  if (skipped) inSight.delete(number);
  else inSight.add(number);
  highlightKeys();
}

/** Sets the size of each block and the number of lines before it: a block is laid out only when it becomes visible. */
function measureBlocks() {
  let number = 0;
  blocks = all(".block", output);
  for (const block of blocks) {
    const lines = block.textContent.split("\n");
    const columns = Math.max(...lines.map((line) => line.length));
    const style = `--lines: ${lines.length - 1}; --columns: ${columns}; --before: ${number};`;
    if (block.style.cssText !== style) block.style.cssText = style; // setting the same style again would lay out the block again
    number += lines.length - 1;
  }
}

function textOf(element) {
  const lines = all(".line", element);
  return lines.length ? lines.map((line) => line.textContent.replace(/\n$/, "")).join("\n") + "\n" : element.textContent;
}

/** The text of the output; if the page shows only its beginning, it is requested from the server. */
async function outputText(element) {
  if (!one(".left-out", element)) return textOf(element);
  const form = one("#playground");
  const body = new FormData(form);
  body.set("action", "download-output");
  const response = await fetch(one("#pane-output .download").formAction, { method: "POST", body });
  return response.ok ? response.text() : textOf(element);
}

/**
 * Shows or hides the text of a masked field.
 *
 * A text field that the style sheet masks (`data-secret`) is masked by this attribute alone. It is better than a
 * password field: several lines can be masked, no password manager offers to store it, no browser comments on it.
 */
function toggleSecret(button) {
  const field = document.getElementById(button.dataset.show);
  const shown = field.toggleAttribute("data-shown");
  button.setAttribute("aria-pressed", String(shown));
}

export function startOutput() {
  for (const dress of [measureBlocks, highlightKeys]) {
    onAnswered(dress);
    dress();
  }
  output.addEventListener("contentvisibilityautostatechange", onSight, { capture: true });
  delegate("click", "button[data-copy]", async (event, button) => {
    const element = one(button.dataset.copy);
    copy(await outputText(element).catch(() => textOf(element)), element, button);
  });
  delegate("click", "button[data-show]", (event, button) => toggleSecret(button));
}
