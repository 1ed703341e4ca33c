// Limits htmx. It may parse the server's fragments, through the one Trusted Types policy that the page allows. It does
// not look for its own attributes in them. A morph leaves alone whether a disclosure is open and whether a secret is
// shown, which the reader sets, and the sizes of blocks of lines, which output/lines.js sets.
import htmx from "htmx.org";
import { one } from "./dom.js";

const same = (text) => text;
const address = () => one("[data-search]").dataset.search; // for any request: no other script may be added
const policy = window.trustedTypes?.createPolicy("htmx", {
  createHTML: same, createScript: same, createScriptURL: address,
});

/** A fragment from the server, as a value for `innerHTML`. */
export const trusted = (text) => (policy ? policy.createHTML(text) : text);

const isReaders = (element, name) =>
  (name === "open" && element.matches("details, dialog")) || (name === "type" && element.matches("[data-shown]"))
  || ["data-shown", "data-type", "aria-pressed", "style"].includes(name);

/** A field without the focus gets the server's value; an empty one has no attribute in the answer. */
function showAnswer(field, answered) {
  if (field.matches("input[type=radio], input[type=checkbox]")) field.checked = answered.hasAttribute("checked");
  else if (field.matches("input") && document.activeElement !== field) field.value = answered.getAttribute("value") ?? "";
}

/** The address of the editor's search, as a value for the `src` of a script. */
export const searchAddress = () => (policy ? policy.createScriptURL("") : address());

htmx.registerExtension("trusted", {
  init: (api) => policy && api.initSecurity(policy),
  // only the form has htmx's attributes, so htmx need not search the server's answers for them
  htmx_before_process: (element) => element.id === "playground",
  htmx_before_morph_node: (element, { newNode }) => showAnswer(element, newNode),
  htmx_before_morph_attr: (element, { attrName }) => !isReaders(element, attrName),
});
