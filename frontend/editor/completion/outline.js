// The outline of a YAML or JSON text, however broken: maps, lists and scalars with their places, by indentation and
// brackets. A line that means nothing yet is a key without a value. The server reads the text; this only finds the caret.
//
// A node is {type: "map", entries: [{key, from, to, value, after, end}]}, {type: "list", items: [{value, after, end}]} or
// {type: "scalar", text}, each with `from` and `to`. `from` to `to` of an entry is its key; `after` to `end` is where its
// value may stand. A scalar that stands alone, so that a key may come of it, is `alone`.

const DEEPEST = 60;
const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'{}[\],&*!|>%@`-](?:[^:#]|:(?=\S)|(?<=\S)#)*?|-(?=\S)(?:[^:#]|:(?=\S))*?)\s*:(?=\s|$)/;
const BLOCK_SCALAR = /^(?:[!&]\S+\s+)*[|>][-+0-9]*\s*(?:#.*)?$/;
const isItem = (line) => /^-(\s|$)/.test(line.content);
const unquoted = (text) => text.replace(/^(["'])(.*)\1$/s, "$2");

/** The lines that have content, and the line of the caret; `documents` of them, between the lines of `---`. */
function documentsOf(text, caret) {
  const documents = [{ lines: [], from: 0, to: text.length }];
  let from = 0;
  for (const line of text.split("\n")) {
    const indent = /^ */.exec(line)[0].length;
    const content = line.slice(indent).trimEnd();
    const isAtCaret = from <= caret && caret <= from + line.length;
    const { lines } = documents.at(-1);
    if (/^---(\s|$)/.test(line)) {
      documents.at(-1).to = Math.max(0, from - 1);
      documents.push({ lines: [], from: from + line.length + 1, to: text.length });
    } else if (content && !content.startsWith("#")) lines.push({ from: from + indent, indent, content });
    else if (isAtCaret && !content) lines.push({ from: caret, indent: caret - from, content: "" });
    from += line.length + 1;
  }
  return documents;
}

/** The roots of the documents of `text`; `caret` is an offset, and its line counts even if it is blank. */
export function outline(text, caret) {
  return documentsOf(text, caret).map((document) => new Outline(text, document).root()).filter(Boolean);
}

class Outline {
  constructor(text, { lines, from, to }) {
    Object.assign(this, { text, lines, from, to, index: 0 });
  }

  get line() {
    return this.lines[this.index];
  }

  root() {
    const node = this.line && this.node(0, -1);
    return node && { ...node, from: this.from, to: this.to };
  }

  /** The node that begins at the present line; `parent` is the indentation of what holds it. */
  node(depth, parent) {
    const { line } = this;
    if (!line || depth > DEEPEST) {
      this.index += 1;
      return null;
    }
    if (isItem(line)) return this.list(depth, line.indent);
    if (/^[{[]/.test(line.content)) return this.flow(depth, line.from, parent);
    if (KEY.test(line.content)) return this.map(depth, line.indent);
    const next = this.lines[this.index + 1];
    if (next?.indent === line.indent && KEY.test(next.content)) return this.map(depth, line.indent); // a key half typed above others
    this.index += 1;
    const to = line.from + line.content.length;
    this.skip(parent);
    return { type: "scalar", text: unquoted(line.content), from: line.from, to, alone: true };
  }

  /** Passes the lines that are indented further and begin nothing: the rest of a scalar. */
  skip(indent) {
    while (this.line && this.line.indent > indent && this.line.content && !isItem(this.line) && !KEY.test(this.line.content)) {
      this.index += 1;
    }
  }

  map(depth, indent) {
    const node = { type: "map", entries: [], from: this.line.from, to: this.line.from };
    while (this.line && this.line.indent >= indent) {
      const { line } = this;
      if (line.indent > indent) this.node(depth + 1, indent); // wrongly indented: of no map that is known
      else if (isItem(line)) break;
      else node.entries.push(this.entry(depth, line));
      node.to = this.endOfLast();
    }
    return node;
  }

  entry(depth, line) {
    const match = KEY.exec(line.content);
    const written = match ? match[1] : line.content;
    const from = line.from;
    const entry = { key: unquoted(written), from, to: from + written.length, bare: !match, value: null };
    const lineEnd = from + line.content.length;
    const rest = match ? line.content.slice(match[0].length) : "";
    const space = /^\s*/.exec(rest)[0].length;
    entry.after = match ? from + match[0].length + Math.min(1, space) : Infinity;
    entry.end = Math.max(lineEnd, this.text.slice(lineEnd).search(/[^ ]|$/) + lineEnd);
    const value = rest.trim();
    if (match && BLOCK_SCALAR.test(value)) {
      this.index += 1;
      while (this.line && this.line.indent > line.indent) this.index += 1;
      return entry;
    }
    if (/^[{[]/.test(value)) {
      entry.value = this.flow(depth + 1, lineEnd - rest.length + space, line.indent);
      return entry;
    }
    this.index += 1;
    if (value && !value.startsWith("#") && !/^[!&]\S+$/.test(value)) {
      const plain = /^["']/.test(value) ? value : value.replace(/\s+#.*$/, "");
      const start = lineEnd - rest.length + space;
      entry.value = { type: "scalar", text: unquoted(plain), from: start, to: start + plain.length };
      this.skip(line.indent);
    }
    const next = this.line;
    if (next && (next.indent > line.indent || (next.indent === line.indent && isItem(next)))) {
      const below = this.node(depth + 1, line.indent);
      entry.value ??= below;
    }
    return entry;
  }

  list(depth, indent) {
    const node = { type: "list", items: [], from: this.line.from, to: this.line.from };
    while (this.line && this.line.indent >= indent) {
      const { line } = this;
      if (line.indent > indent || !isItem(line)) {
        if (line.indent === indent) break;
        this.node(depth + 1, indent);
      } else {
        const dash = /^-\s*/.exec(line.content)[0].length;
        const end = line.from + line.content.length;
        const item = { value: null, after: line.from + 1, end: Math.max(end, this.text.slice(end).search(/[^ ]|$/) + end) };
        if (line.content.length > dash) {
          const column = { from: line.from + dash, indent: indent + dash, content: line.content.slice(dash) };
          this.lines[this.index] = column;
          item.value = this.node(depth + 1, indent);
        } else {
          this.index += 1;
          if (this.line?.indent > indent) item.value = this.node(depth + 1, indent);
        }
        node.items.push(item);
      }
      node.to = this.endOfLast();
    }
    return node;
  }

  /** The end of the text before the present line. */
  endOfLast() {
    return this.line ? this.line.from - this.line.indent - 1 : this.to;
  }

  /** A node in brackets, which ends at the latest where a line begins that is not indented further than `parent`. */
  flow(depth, from, parent) {
    let last = this.index + 1;
    while (last < this.lines.length && (this.lines[last].indent > parent || /^[}\]]/.test(this.lines[last].content))) last += 1;
    const limit = last < this.lines.length ? this.lines[last].from - this.lines[last].indent - 1 : this.to;
    const flow = new Flow(this.text.slice(0, limit), from);
    const node = flow.value(depth);
    while (this.line && this.line.from < flow.at) this.index += 1;
    return node;
  }
}

class Flow {
  constructor(text, at) {
    Object.assign(this, { text, at });
  }

  get sign() {
    return this.text[this.at] ?? "";
  }

  blanks() {
    while (/\s/.test(this.sign)) this.at += 1;
  }

  value(depth) {
    this.blanks();
    const from = this.at;
    if (depth <= DEEPEST && (this.sign === "{" || this.sign === "[")) {
      const type = this.sign === "{" ? "map" : "list";
      const node = { type, from, [type === "map" ? "entries" : "items"]: [], flow: true };
      this.at += 1;
      while (this.more()) type === "map" ? node.entries.push(this.entry(depth)) : node.items.push(this.item(depth));
      if (/[}\]]/.test(this.sign)) this.at += 1;
      return { ...node, to: this.at };
    }
    const text = this.scalar(/[,{}[\]\n]/);
    return { type: "scalar", text: unquoted(text), from, to: from + text.length };
  }

  /** Whether another entry or item begins here: passes blanks and one comma. */
  more() {
    this.blanks();
    if (this.sign === ",") this.at += 1;
    this.blanks();
    return this.sign !== "" && !/[}\]]/.test(this.sign);
  }

  /** The text up to a sign that ends it; a text in quotes ends with the line at the latest. */
  scalar(end) {
    const from = this.at;
    const quote = /["']/.test(this.sign) ? this.sign : "";
    this.at += 1;
    while (this.sign && (quote ? this.sign !== "\n" : !end.test(this.sign) && !(this.sign === ":" && /[\s"]/.test(this.text[this.at + 1] ?? " ")))) {
      const isEscape = quote === '"' && this.sign === "\\";
      this.at += isEscape ? 2 : 1;
      if (!isEscape && quote && this.text[this.at - 1] === quote) break;
    }
    return this.text.slice(from, this.at).trimEnd();
  }

  entry(depth) {
    const from = this.at;
    const written = this.scalar(/[,{}[\]\n]/);
    const entry = { key: unquoted(written).replace(/^["']/, ""), from, to: from + written.length, bare: true, value: null, after: Infinity, end: 0 };
    this.blanks();
    if (this.sign !== ":") return entry;
    this.at += 1;
    Object.assign(entry, { bare: false, after: this.at });
    this.blanksInLine();
    if (!/[,}\]\n]/.test(this.sign) && this.sign) entry.value = this.value(depth + 1);
    return { ...entry, end: Math.max(this.at, entry.value?.to ?? 0) };
  }

  blanksInLine() {
    while (this.sign === " ") this.at += 1;
    if (this.sign === "\n" && /^\s*["{[\w-]/.test(this.text.slice(this.at)) && !/^\s*"[^"\n]*"\s*:/.test(this.text.slice(this.at))) this.blanks();
  }

  item(depth) {
    const after = this.at;
    const value = this.value(depth + 1);
    if (value.type === "scalar" && this.sign === ":") this.at += 1;
    return { value, after, end: this.at };
  }
}

/** The value of a map at `keys`, one inside the other; undefined if there is none. */
export function at(node, ...keys) {
  for (const key of keys) node = node?.type === "map" ? node.entries.find((entry) => entry.key === key)?.value : node?.items?.[key]?.value;
  return node ?? undefined;
}

export const textAt = (node, ...keys) => at(node, ...keys)?.text ?? "";
export const itemsAt = (node, ...keys) => at(node, ...keys)?.items?.map((item) => item.value).filter(Boolean) ?? [];
export const keysAt = (node, ...keys) => at(node, ...keys)?.entries?.map((entry) => entry.key) ?? [];
