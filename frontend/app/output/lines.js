// The output: coloured keys, copying the whole text, showing and hiding secrets.
import { copy } from "../copying.js";
import { all, delegate, one } from "../dom.js";
import { isOutdated, onAnswered } from "../playground/live.js";

const KEY = /^(\s*(?:- )*)("(?:[^"\\]|\\.)*"|[^\s"'#][^\s:]*)(?=:(?:\s|$))/;
const MOST_LINES = 5000; // whose keys are coloured if the browser does not report which blocks are visible
const output = one("#output");
const REPORTS_VISIBILITY = "ContentVisibilityAutoStateChangeEvent" in window;
const visible = new Set([0]); // the numbers of the visible blocks; the first one counts as visible
let blocks = []; // of lines

/**
 * Colours the keys without a change of the document, if the browser can (CSS Custom Highlight API). If the browser
 * reports which blocks are visible, only their keys: the browser checks every range whenever the page changes.
 */
function highlightKeys() {
  if (!CSS.highlights || matchMedia("(forced-colors: active)").matches) return;
  const ranges = [];
  for (const line of visibleLines()) {
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

/**
 * The lines whose keys are coloured: those of visible blocks. Just after an answer, the blocks with the numbers of the
 * blocks that were visible before count as visible.
 */
function visibleLines() {
  if (!blocks.length || !REPORTS_VISIBILITY) return all("pre.output .line", output).slice(0, MOST_LINES);
  return blocks.flatMap((block, number) => (visible.has(number) ? [...block.children] : []));
}

/** A block of lines has become visible or invisible. */
function onVisibility({ target, skipped }) {
  const number = blocks.indexOf(target);
  if (skipped !== visible.has(number)) return; // known already: before the answer, a visible block had this number
  if (skipped) visible.delete(number);
  else visible.add(number);
  highlightKeys();
}

/**
 * Sets the size of each block and the number of lines before it: a block is laid out only when it becomes visible. The
 * first block is painted before the scripts run, so it stays as it is: laying it out again would count as a shift.
 */
function measureBlocks() {
  let before = 0;
  blocks = all(".block", output);
  for (const block of blocks) {
    const lines = block.textContent.split("\n").slice(0, -1);
    const columns = Math.max(...lines.map((line) => line.length));
    const style = `--lines: ${lines.length}; --columns: ${columns}; --before: ${before};`;
    if (before && block.style.cssText !== style) block.style.cssText = style; // the same style would lay it out again
    before += lines.length;
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
  const response = await fetch(form.dataset.download, { method: "POST", body });
  return response.headers.has("Content-Disposition") ? response.text() : textOf(element); // else a page that says why not
}

/**
 * Shows or hides the text of a masked field.
 *
 * The attribute `data-shown` alone unmasks a field that the style sheet masks (`data-secret`). Such a text field is
 * better than a password field: it may have several lines, and no password manager offers to store its text.
 */
function toggleSecret(button) {
  const field = document.getElementById(button.dataset.show);
  const shown = field.toggleAttribute("data-shown");
  button.setAttribute("aria-pressed", String(shown));
}

export function startOutput() {
  for (const update of [measureBlocks, highlightKeys]) {
    onAnswered(update);
    update();
  }
  output.addEventListener("contentvisibilityautostatechange", onVisibility, { capture: true });
  delegate("click", "button[data-copy]", async (event, button) => {
    const element = one(button.dataset.copy);
    const announcement = isOutdated() ? "Copied an old result: the text has changed since." : "Copied.";
    copy(await outputText(element).catch(() => textOf(element)), element, button, announcement);
  });
  delegate("click", "button[data-show]", (event, button) => toggleSecret(button));
}
