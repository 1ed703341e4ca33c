// What a key means: shown while the pointer rests on it. Its kind's fields are fetched when the caret rests in an object.
import { forEachDiagnostic } from "@codemirror/lint";
import { hoverTooltip, ViewPlugin } from "@codemirror/view";
import { fieldAt, structsOf } from "./fields.js";
import { placeAt } from "./place.js";

const REST = 600; // milliseconds
const LONG_TEXT = 128 * 1024; // characters: in a longer text, to find the place takes too long for a pointer that rests

function element(tag, ...children) {
  const parent = document.createElement(tag);
  parent.append(...children);
  return parent;
}

/** The codes of the rules that fired at an offset. */
function rulesAt(state, pos) {
  const codes = new Set();
  forEachDiagnostic(state, ({ source }, from, to) => from <= pos && pos <= to && source && codes.add(source));
  return [...codes];
}

/** What is known of a field, if anything, and links to the rules. */
function card(field, codes) {
  const dom = element("div");
  dom.className = "field-card";
  if (field) {
    const { name, words, required, versions, description, values } = field;
    const facts = [words, required && "required", versions].filter(Boolean).join(", ");
    dom.append(element("p", element("code", name), `: ${facts}`));
    if (description) dom.append(element("p", description));
    if (values) dom.append(element("p", `Values: ${values.join(", ")}`));
  }
  for (const code of codes) dom.append(element("p", "Rule ", Object.assign(element("a", code), { href: `/rules/${code}` })));
  return dom;
}

export const keyHover = (host) =>
  hoverTooltip(async (view, pos) => {
    const { state } = view;
    if (state.doc.length > LONG_TEXT) return null;
    const text = state.doc.toString();
    const place = placeAt(text, pos);
    if (!place?.key || place.value || place.bare !== false) return null;
    const name = /^[^"':\s]*/.exec(text.slice(place.from))[0];
    const structs = await structsOf(host, place);
    const field = structs && fieldAt(structs, place.path, name);
    const codes = rulesAt(state, place.from);
    if ((!field && !codes.length) || state.doc !== view.state.doc) return null;
    const create = () => ({ dom: card(field, codes) });
    return { pos: place.from, end: place.from + name.length, above: true, create };
  }, { hoverTime: REST, hideOnChange: true });

/** Fetches the fields of the object in which the caret rests, so that they are there when they are needed. */
export const fetching = (host) => ViewPlugin.define((view) => {
  let timer = 0;
  const fetch = () => {
    const { doc, selection } = view.state;
    const place = doc.length <= LONG_TEXT && view.hasFocus && placeAt(doc.toString(), selection.main.head);
    if (place?.object) structsOf(host, place);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(fetch, REST);
  };
  wait();
  return {
    update: ({ docChanged, selectionSet }) => (docChanged || selectionSet) && wait(),
    destroy: () => clearTimeout(timer),
  };
});
