// What htmx may do. Htmx parses the server's fragments through the one Trusted Types policy that the page allows, and
// does not search them for its own attributes. A morph keeps what the reader has set, such as open disclosures and shown
// secrets, and what output/lines.js has set: the sizes of blocks of lines.
import htmx from "htmx.org";
import { one } from "./dom.js";

const same = (text) => text;
const address = (name) => one("#app").dataset[name]; // so the policy allows no script but the page's own
const policy = window.trustedTypes?.createPolicy("htmx", {
  createHTML: same, createScript: same, createScriptURL: address,
});

/** A fragment from the server, as a value for `innerHTML`. */
export const trusted = (text) => (policy ? policy.createHTML(text) : text);

/** Whether the reader or a script of the page has set the attribute, so that a morph keeps it. */
const isSetOnPage = (element, name) =>
  (name === "open" && element.matches("details, dialog")) || (name === "type" && element.matches("[data-shown]"))
  || ["data-shown", "data-type", "aria-pressed", "style"].includes(name);

/** Gives a field, unless it has the focus, the value in the answer; a field without `value` there is empty. */
function showAnswer(field, answered) {
  if (field.matches("input[type=radio], input[type=checkbox]")) field.checked = answered.hasAttribute("checked");
  else if (field.matches("input") && document.activeElement !== field) field.value = answered.getAttribute("value") ?? "";
}

/** The address of a script that is loaded later, "editor", "search" or "complete", as a value for the `src` of a script. */
export const scriptAddress = (name) => (policy ? policy.createScriptURL(name) : address(name));

htmx.registerExtension("trusted", {
  init: (api) => policy && api.initSecurity(policy),
  // only the form has htmx's attributes, so htmx need not search the server's answers for them
  htmx_before_process: (element) => element.id === "playground",
  htmx_before_morph_node: (element, { newNode }) => showAnswer(element, newNode),
  htmx_before_morph_attr: (element, { attrName }) => !isSetOnPage(element, attrName),
});
