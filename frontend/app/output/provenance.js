// Provenance: the same name has the same tint in the form, the source and the output.
import { all, one } from "../dom.js";
import { onAnswered } from "../playground/live.js";
import { source } from "../form/source.js";

const NAMED = "[data-parameter], [data-variable], .ref[data-name]";
let lit = null; // the kind and name that are tinted now
let focused = null; // the kind and name of the element with the focus

/** The named element at `target`: around it, or the value in a button. */
const namedAt = (target) => target.closest?.(NAMED) ?? (target.matches?.(".traced") ? one(NAMED, target) : null);

/** The kind and name of a parameter or variable; `any` for a reference that may mean either. */
function provenanceOf(element) {
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

function light(provenance) {
  if (provenance?.name === lit?.name && provenance?.kind === lit?.kind) return;
  lit = provenance;
  paint();
  source().light(lit && { kind: lit.kind === "any" ? "parameter" : lit.kind, name: lit.name });
}

export function startProvenance() {
  document.addEventListener("pointerover", (event) => {
    const element = namedAt(event.target);
    light(element ? provenanceOf(element) : focused);
  });
  document.addEventListener("focusin", (event) => {
    const element = namedAt(event.target);
    if (element) light((focused = provenanceOf(element)));
  });
  document.addEventListener("focusout", () => light((focused = null)));
  onAnswered(paint);
}
