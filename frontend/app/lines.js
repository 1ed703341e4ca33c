// The output's lines after an answer, which leaves out those that the page has: these stay in the document, with the
// selection in them.
import { all, make, one } from "./dom.js";

const LINES = "pre.output > code[data-digests]";
const BLOCK = 50; // lines
const DIGEST = /.{8}/g; // of one line

/** The digests of the output's lines, which tell the server what it need not send again. */
export const lineDigests = (output) => one(LINES, output)?.dataset.digests ?? "";

/** A line element stays even if its text changes: removing it would renumber all lines below it. */
function mendLine(old, now) {
  old.replaceChildren(...now.childNodes);
  if (now.dataset.field === undefined) delete old.dataset.field;
  else old.dataset.field = now.dataset.field;
  return old;
}

/** The former index of a line: those after the last changed line are shifted by the difference in length. */
function placesBefore(had, names) {
  const moved = names.length - had.length;
  let last = names.length;
  while (last > 0 && last > moved && names[last - 1] === had[last - 1 - moved]) last -= 1;
  return (number) => (number >= last ? number - moved : number < last - moved ? number : -1);
}

/** Fills the blocks with `lines`; a line is moved only if another one is in its place. */
function fillBlocks(code, lines) {
  const blocks = all(".block", code);
  for (let start = 0; start < lines.length; start += BLOCK) {
    const block = blocks.shift() ?? code.appendChild(make("span", { className: "block" }));
    let here = block.firstChild;
    for (const line of lines.slice(start, start + BLOCK)) {
      if (line === here) here = here.nextSibling;
      else block.insertBefore(line, here);
    }
  }
  for (const block of blocks) block.remove();
}

/**
 * Updates `output` from `fragment`, which leaves out lines that `output` has. Returns false, and does nothing, if
 * `fragment` is not of that kind.
 */
export function mendLines(output, fragment) {
  const [old, now] = [one(LINES, output), one(LINES, fragment)];
  if (!old || !now || one(".block", now)) return false;
  const [had, names] = [old, now].map((code) => code.dataset.digests.match(DIGEST));
  const [before, sent] = [all(".line", old), all(".line", now).values()];
  const known = new Map(had.map((name, number) => [name, before[number]]));
  const placeBefore = placesBefore(had, names);
  const wanted = names.map((name, number) => {
    const place = placeBefore(number);
    if (had[place] === name) return before[place];
    return known.has(name) ? known.get(name).cloneNode(true) : sent.next().value;
  });
  const lines = wanted.map((line, number) => {
    const there = before[placeBefore(number)];
    return there && there !== line ? mendLine(there, line) : line;
  });
  const staying = new Set(lines);
  for (const line of before) if (!staying.has(line)) line.remove();
  fillBlocks(old, lines);
  Object.assign(old.dataset, now.dataset);
  const [kept, place] = [old.parentElement, now.parentElement];
  for (const node of [...output.childNodes]) if (node !== kept) node.remove();
  while (fragment.firstChild !== place) kept.before(fragment.firstChild);
  kept.after(...[...fragment.childNodes].slice(1));
  return true;
}
