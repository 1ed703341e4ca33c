// Snippets: small structures that are written whole. Each is for the keys of one place; the caret goes to the first "".

const KEY_OF = { name: "", key: "" };
const SNIPPETS = [
  [/(^|\.)(initContainers|containers|ephemeralContainers)\.\d+$/, "env", "a variable with a value", { env: [{ name: "", value: "" }] }],
  [/(^|\.)(initContainers|containers|ephemeralContainers)\.\d+$/, "env", "a variable from a Secret", {
    env: [{ name: "", valueFrom: { secretKeyRef: KEY_OF } }],
  }],
  [/\.env\.\d+$/, "valueFrom", "a key of a ConfigMap", { valueFrom: { configMapKeyRef: KEY_OF } }],
  [/\.env\.\d+$/, "valueFrom", "a key of a Secret", { valueFrom: { secretKeyRef: KEY_OF } }],
  [/\.env\.\d+$/, "valueFrom", "a field of the pod", { valueFrom: { fieldRef: { fieldPath: "" } } }],
  [/^$/, "parameters", "a parameter with a generator", { parameters: [{ name: "", generate: "expression", from: "[a-zA-Z0-9]{16}" }] }, "Template"],
  [/^parameters\.\d+$/, "name", "a parameter with a generator", { name: "", generate: "expression", from: "[a-zA-Z0-9]{16}" }, "Template"],
];

const written = (text, flow) => (flow || !/^[A-Za-z][\w.]*$/.test(text) ? JSON.stringify(text) : text);

/** `value` as the lines of YAML, after which its parent's key or dash stands; an empty text is nothing. */
function block(value, indent) {
  if (Array.isArray(value)) return value.map((item) => `\n${indent}- ${block(item, `${indent}  `).trimStart()}`).join("");
  if (typeof value === "string") return value && ` ${written(value)}`;
  return Object.entries(value).map(([key, part]) =>
    `\n${indent}${key}:${typeof part === "string" ? block(part) || " " : block(part, Array.isArray(part) ? indent : `${indent}  `)}`).join("");
}

function inBrackets(value) {
  if (Array.isArray(value)) return `[${value.map(inBrackets).join(", ")}]`;
  if (typeof value === "string") return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${inBrackets(part)}`).join(", ")}}`;
}

/** The text of a snippet, and the offset of the caret in it. */
function textOf(value, flow, indent) {
  const text = flow ? inBrackets(value).slice(1, -1) : block(value, indent).trimStart();
  const gap = flow ? text.indexOf('""') + 1 : text.search(/: (?=\n|$)/) + 2;
  return [text, gap > 1 ? gap : text.length];
}

/** The snippets for the keys at `place`, where `kind` is the object's: [{label, detail, text, caret}]. */
export function snippetsFor(place, kind, indent) {
  const path = place.path.join(".");
  return SNIPPETS.filter(([pattern, label, , , only]) =>
    pattern.test(path) && (!only || kind === only) && !place.siblings.includes(label)).map(([, label, detail, value]) => {
    const [text, caret] = textOf(value, place.flow, indent);
    return { label, detail, text, caret };
  });
}
