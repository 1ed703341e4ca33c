// What stands at the caret: the object around it, the path of the field, and whether a key or a value is typed.
import { itemsAt, outline, textAt } from "./outline.js";

const LONGEST = 512 * 1024; // characters

/**
 * The place of the caret as {object, path, chain, key, value, from, quote, flow, siblings, roots}; null if it is not known.
 *
 * `object` is the node of the object; `path` leads from it to the field: keys and indexes. `chain` has the nodes on the way.
 * `key` and `value` say what may be typed here. From `from` to the caret is what is typed already, without a quote before.
 */
export function placeAt(text, caret) {
  if (text.length > LONGEST) return null;
  const roots = outline(text, caret);
  const root = roots.find((node) => node.from <= caret && caret <= node.to);
  return { roots, ...(root && down({ object: root, path: [], chain: [], siblings: [] }, root, caret, text)) };
}

/** The objects of the text: the documents, the objects of Templates and the items of Lists. */
export function objectsOf(roots) {
  return roots.flatMap((root) => [root, ...partsOf(root).flatMap((name) => itemsAt(root, name))]);
}

const partsOf = (root) => ({ Template: ["objects"], List: ["items"] })[textAt(root, "kind")] ?? [];

function down(place, node, caret, text) {
  const isObject = place.path.length === 2 && typeof place.path[1] === "number" && partsOf(place.object).includes(place.path[0]);
  if (isObject) place = { ...place, object: node, path: [], chain: [] };
  place = { ...place, chain: [...place.chain, node] };
  if (node.type === "scalar") return typed({ ...place, key: Boolean(node.alone), value: true }, node, text);
  if (node.type === "list") {
    const index = node.items.findIndex((item) => item.after <= caret && caret <= Math.max(item.end, item.value?.to ?? 0));
    if (index < 0) return { ...place, key: false, value: false, flow: node.flow };
    return into(place, node.items[index], index, caret, text, true, node.flow);
  }
  const siblings = node.entries.map((entry) => entry.key);
  for (const entry of node.entries) {
    if (entry.from <= caret && caret <= entry.to) {
      const others = siblings.filter((key) => key !== entry.key);
      return typed({ ...place, key: true, value: false, siblings: others, flow: node.flow, bare: entry.bare }, entry, text);
    }
    const end = Math.max(entry.end, entry.value?.to ?? 0);
    if (entry.after <= caret && caret <= end) return into(place, entry, entry.key, caret, text, false, node.flow);
  }
  return { ...place, key: Boolean(node.flow), value: false, siblings, flow: node.flow, from: caret, quote: "" };
}

/** The place in the value of an entry or item; an empty value begins at the caret. */
function into(place, entry, part, caret, text, alone, flow) {
  const next = { ...place, path: [...place.path, part] };
  const { value } = entry;
  if (value && value.from <= caret && caret <= value.to) return { flow, ...down(next, alone && !flow ? { ...value, alone } : value, caret, text) };
  if (value && value.type === "scalar") return { ...next, key: false, value: false }; // behind it, perhaps in a comment
  if (value && caret > value.to) return { flow, ...down(next, value, caret, text) };
  return { ...next, key: alone && !flow, value: true, flow, from: caret, quote: "" };
}

function typed(place, { from }, text) {
  const quote = /["']/.test(text[from]) ? text[from] : "";
  return { ...place, from: from + quote.length, quote };
}
