// The output's lines after an answer: those that are as they were stay where they are, with what is selected in them.
import { all, one } from "./dom.js";

const LINES = "pre.output > code[data-places]";

/** A line stays even where its text is another one: without a line all numbers below it would be laid out anew. */
function mendLine(old, now) {
  old.replaceChildren(...now.childNodes);
  if (now.dataset.field === undefined) delete old.dataset.field;
  else old.dataset.field = now.dataset.field;
}

/** Puts `now`'s lines into `old`; a block of which most are others is taken as a whole. */
function mendBlock(old, now) {
  const [before, after] = [[...old.children], [...now.children]];
  const changed = [...after.keys()].filter((number) => !before[number]?.isEqualNode(after[number]));
  if (before.length !== after.length || changed.length > after.length / 2) return old.replaceWith(now);
  for (const number of changed) mendLine(before[number], after[number]);
}

/**
 * Makes `output` what `fragment` is, where both are nothing but lines in blocks; false where they are not, and nothing
 * is done.
 */
export function mendLines(output, fragment) {
  const [old, now] = [one(LINES, output), one(LINES, fragment)];
  if (!old || !now) return false;
  const [before, after] = [all(".block", old), all(".block", now)];
  old.dataset.places = now.dataset.places;
  for (const [number, block] of before.entries()) {
    if (after[number]) mendBlock(block, after[number]);
    else block.remove();
  }
  old.append(...after.slice(before.length));
  const [kept, place] = [old.parentElement, now.parentElement];
  for (const node of [...output.childNodes]) if (node !== kept) node.remove();
  while (fragment.firstChild !== place) kept.before(fragment.firstChild);
  kept.after(...[...fragment.childNodes].slice(1));
  return true;
}
