// Places in the text: the server counts lines and code points from 1, the editor counts UTF-16 units from 0.

/**
 * "3:5-3:9" as {from: {line, column}, to: {line, column}, ofOutput}; null if it is not a span. `ofOutput` says
 * that the place belongs to the text from which the visible output was made, which may be older than the source.
 */
export function parseSpan(text, ofOutput = false) {
  const match = /^(\d+):(\d+)-(\d+):(\d+)$/.exec(text ?? "");
  if (!match) return null;
  const [fromLine, fromColumn, toLine, toColumn] = match.slice(1).map(Number);
  return { from: { line: fromLine, column: fromColumn }, to: { line: toLine, column: toColumn }, ofOutput };
}

/** How many UTF-16 units the first `points` code points of `text` take; never more than the text has. */
function unitsOf(text, points) {
  let units = 0;
  for (let seen = 0; seen < points && units < text.length; seen++) units += text.codePointAt(units) > 0xffff ? 2 : 1;
  return units;
}

/** The offset of a server position in an editor document; places outside of it are moved to its nearest end. */
export function offsetAt(doc, { line, column }) {
  if (line > doc.lines) return doc.length;
  const { from, text } = doc.line(Math.max(1, line));
  return from + unitsOf(text, column - 1);
}

/** Like `offsetAt`, but for many places in a plain string, whose lines end at \n, \r\n or a lone \r. */
export function offsetsIn(text) {
  const ends = [...text.matchAll(/\r\n?|\n/g)];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)];
  return ({ line, column }) => {
    if (line > starts.length) return text.length;
    const start = starts[Math.max(1, line) - 1];
    return start + unitsOf(text.slice(start, ends[line - 1]?.index), column - 1);
  };
}

/** The number of code points in `text`. */
const pointsOf = (text) => [...text].length;

/** The server's position of an offset in an editor document. */
export function placeAt(doc, offset) {
  const line = doc.lineAt(offset);
  return { line: line.number, column: pointsOf(line.text.slice(0, offset - line.from)) + 1 };
}

/** Like `placeAt`, but in a plain string. */
export function placeIn(text, offset) {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: pointsOf(lines.at(-1)) + 1 };
}
