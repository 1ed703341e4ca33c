// The fields of Kubernetes' types, from the file of an object's kind: see engine/printing/kind_fields.py.
import { textAt } from "./outline.js";

/** A promise of the structs of the object at a place; null if its kind is not known. */
export const structsOf = async (host, { object }) => {
  const structs = await host.kindFields(textAt(object, "apiVersion"), textAt(object, "kind"));
  return structs?.length ? structs : null;
};

/** A promise of the kinds, or apiVersions, that the object at a place can have: [[name, what goes with it]]. */
export async function typesOf(host, { object, path }) {
  const kinds = await host.allKinds();
  if (!kinds) return [];
  const apiVersion = textAt(object, "apiVersion");
  const kind = textAt(object, "kind");
  const pairs = Object.entries(kinds).flatMap(([version, names]) => names.map((name) => [version, name]));
  if (path[0] === "kind") {
    const isWanted = (version) => !(apiVersion in kinds) || version === apiVersion;
    return [...new Map(pairs.filter(([version]) => isWanted(version)).map(([version, name]) => [name, version]))];
  }
  const isKnown = pairs.some(([, name]) => name === kind);
  return [...new Map(pairs.filter(([, name]) => !isKnown || name === kind).map(([version]) => [version, isKnown ? kind : ""]))];
}

const inner = (type) => type.slice(2);
const isMany = (type) => /^(\[\]|\{\})/.test(type);
const fieldsOf = (structs, type) => (type?.[0] === "#" ? structs[Number(type.slice(1))][1] : null);

/** The type of the field at `path`, a list of keys and indexes; undefined if it is not known. */
function typeAt(structs, path) {
  let type = "#0";
  for (const part of path) type = isMany(type) ? inner(type) : fieldsOf(structs, type)?.[part]?.[0] ?? "";
  return type || undefined;
}

/** A type in words: "list of Container". */
function words(structs, type) {
  if (isMany(type)) return `${type[0] === "[" ? "list" : "map"} of ${words(structs, inner(type))}`;
  return type[0] === "#" ? structs[Number(type.slice(1))][0] : type;
}

function described(structs, name, [type, required, description, since, until, values]) {
  const versions = [since && `from Kubernetes 1.${since}`, until && `up to Kubernetes 1.${until}`].filter(Boolean).join(" ");
  return { name, type, words: words(structs, type), required: Boolean(required), versions, description, values };
}

/** The fields of the struct at `path`: [{name, type, words, required, versions, description, values}]. */
export const fieldsAt = (structs, path) =>
  Object.entries(fieldsOf(structs, typeAt(structs, path)) ?? {}).map(([name, row]) => described(structs, name, row));

/** One field of the struct at `path`; null if it is not known. */
export const fieldAt = (structs, path, name) => fieldsAt(structs, path).find((field) => field.name === name) ?? null;

/** The values that a field takes: those of its enumeration, or true and false. */
export function valuesOf(structs, path) {
  const last = path.findLastIndex((part) => typeof part === "string");
  const field = fieldAt(structs, path.slice(0, last), path[last]);
  return field?.values ?? (field?.type === "boolean" ? ["true", "false"] : []);
}

/** What stands behind a key of this type in YAML, if the key is indented by `indent`. */
export function behindKey(type, indent) {
  if (type.startsWith("[]")) return `\n${indent}- `;
  return type.startsWith("{}") || type[0] === "#" ? `\n${indent}  ` : " ";
}
