// Provenance: the same name has the same tint in the form, the source and the output.
import { all, delegate } from "../dom.js";
import { onAnswered } from "../playground/live.js";
import { source } from "../form/source.js";

const NAMED = "[data-parameter], [data-variable], .ref[data-name]";
let lit = null;
let focused = null;

function read(element) {
  const { parameter, variable, name } = element.dataset;
  if (parameter !== undefined) return { kind: "parameter", name: parameter };
  if (variable !== undefined) return { kind: "variable", name: variable };
  return { kind: element.matches(".ref-parameter") ? "parameter" : "any", name };
}

function paint() {
  for (const element of all(".is-lit[data-parameter], .is-lit[data-variable]")) element.classList.remove("is-lit");
  if (!lit) return;
  const name = CSS.escape(lit.name);
  const kinds = lit.kind === "any" ? ["parameter", "variable"] : [lit.kind];
  for (const element of all(kinds.map((kind) => `[data-${kind}="${name}"]`).join())) element.classList.add("is-lit");
}

function light(what) {
  if (what?.name === lit?.name && what?.kind === lit?.kind) return;
  lit = what;
  paint();
  source().light(what && { kind: what.kind === "any" ? "parameter" : what.kind, name: what.name });
}

export function startProvenance() {
  document.addEventListener("pointerover", (event) => {
    const element = event.target.closest?.(NAMED);
    light(element ? read(element) : focused);
  });
  delegate("focusin", NAMED, (event, element) => light((focused = read(element))));
  document.addEventListener("focusout", () => light((focused = null)));
  onAnswered(paint);
}
