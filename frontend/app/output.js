// The output: keys stand out by colour, text is copied whole, secrets are shown and hidden.
import { copy } from "./copying.js";
import { all, delegate, one } from "./dom.js";
import { lineDigests, mendLines } from "./lines.js";
import { ask, onAnswered } from "./live.js";

const KEY = /^(\s*(?:- )*)("(?:[^"\\]|\\.)*"|[^\s"'#][^\s:]*)(?=:(?:\s|$))/;
const MOST_LINES = 5000;
const output = one("#output");
const TELLS_SIGHT = "ContentVisibilityAutoStateChangeEvent" in window;
const inSight = new Set(); // the numbers of blocks
let blocks = []; // of lines

/**
 * Colours the keys without touching the document, where the browser can (CSS Custom Highlight API): those of blocks that
 * are in sight, where it says which these are, for it looks at every range again whenever anything in the page changes.
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

/** The lines whose keys are coloured; after an answer the blocks that stand where those in sight stood before. */
function linesInSight() {
  if (!blocks.length || !TELLS_SIGHT) return all("pre.output .line", output).slice(0, MOST_LINES);
  return blocks.flatMap((block, number) => (inSight.has(number) ? [...block.children] : []));
}

/** The request says which lines the page has. */
function onAsk({ detail: { ctx } }) {
  ctx.lines = lineDigests(output);
  if (ctx.lines) ctx.request.body.set("seen.lines", ctx.lines);
}

/** Of the output htmx puts into the page only what are no lines. An answer that leaves out others is asked for again. */
function onSwap(event) {
  const { ctx, tasks } = event.detail;
  const index = tasks.findIndex(({ target }) => target === output);
  if (index < 0) return;
  if (ctx.lines && ctx.lines !== lineDigests(output)) {
    event.preventDefault();
    ask();
  } else if (mendLines(output, tasks[index].fragment)) tasks.splice(index, 1);
}

/** A block of lines came into sight, or left it. */
function onSight({ target, skipped }) {
  const number = blocks.indexOf(target);
  if (skipped !== inSight.has(number)) return; // it is where one in sight stood before the answer
  if (skipped) inSight.delete(number);
  else inSight.add(number);
  highlightKeys();
}

/** Says of each block of lines how large it is and how many lines are before it: it is laid out when it comes into sight. */
function measureBlocks() {
  let number = 0;
  blocks = all(".block", output);
  for (const block of blocks) {
    const lines = block.textContent.split("\n");
    const columns = Math.max(...lines.map((line) => line.length));
    const style = `--lines: ${lines.length - 1}; --columns: ${columns}; --before: ${number};`;
    if (block.style.cssText !== style) block.style.cssText = style; // else all its numbers would be laid out anew
    number += lines.length - 1;
  }
}

function textOf(element) {
  const lines = all(".line", element);
  return lines.length ? lines.map((line) => line.textContent.replace(/\n$/, "")).join("\n") + "\n" : element.textContent;
}

/** The text of the output; where the page shows only its beginning, the server is asked for the rest. */
async function outputText(element) {
  if (!one(".left-out", element)) return textOf(element);
  const form = one("#playground");
  const body = new FormData(form);
  body.set("action", "download-output");
  const response = await fetch(one("#pane-output .download").formAction, { method: "POST", body });
  return response.ok ? response.text() : textOf(element);
}

/**
 * Shows or hides what a field masks; it keeps its text and its place.
 *
 * A text field that the style sheet masks (`data-secret`) is masked by this attribute alone. It is better than a
 * password field: several lines can be masked, no password manager offers to keep it, no browser gives advice.
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
  one("#playground").addEventListener("htmx:config:request", onAsk);
  one("#playground").addEventListener("htmx:before:swap", onSwap);
  output.addEventListener("contentvisibilityautostatechange", onSight, { capture: true });
  delegate("click", "button[data-copy]", async (event, button) => {
    const element = one(button.dataset.copy);
    copy(await outputText(element).catch(() => textOf(element)), element, button);
  });
  delegate("click", "button[data-show]", (event, button) => toggleSecret(button));
}
