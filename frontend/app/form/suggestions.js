// The suggestions for a Template: the places of the one under the pointer, or with the focus, are outlined in the source.
import { parseSpan } from "../../editor/positions.js";
import { delegate, one } from "../dom.js";
import { source } from "./source.js";

const spansOf = (item) => item.dataset.spans.split(" ").map((text) => parseSpan(text)).filter(Boolean);

export function startSuggestions() {
  const parameters = one("#parameters");
  for (const type of ["pointerover", "focusin"]) {
    delegate(type, ".suggestion", (event, item) => source().outline(spansOf(item)), parameters);
  }
  for (const type of ["pointerleave", "focusout"]) parameters.addEventListener(type, () => source().outline([]));
}
