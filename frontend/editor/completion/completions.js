// The completions of a place: names after `${` and `$(`, keys, values. The server knows the variables that a place sees.
import { placeAt as positionAt } from "../positions.js";
import { behindKey, fieldsAt, structsOf, typesOf, valuesOf } from "./fields.js";
import { textAt } from "./outline.js";
import { placeAt } from "./place.js";
import { namesFor, parametersIn } from "./names.js";
import { snippetsFor } from "./snippets.js";

const REFERENCE = /(?<!\$)(?:\$\$)*(\$\{\{?|\$\()([\w.-]*)$/;
const CLOSERS = { "${": "}", "${{": "}}", "$(": ")" };
const LONG_TEXT = 128 * 1024; // characters: in a longer text, to find the place takes longer than a key press may wait
const WORD = /^[\w./-]*$/;

/** Writes `text` in place of the word around the caret, which is typed from `from` on; puts the caret at `caret` in it. */
const writing = (text, caret = text.length) => (view, _completion, from, to) =>
  view.dispatch({
    changes: { from, to: wordEnd(view.state, to), insert: text },
    selection: { anchor: from + caret },
    userEvent: "input.complete",
    scrollIntoView: true,
  });

/** The completion source; `host.references(place)` returns a promise of the server's names at a place, or null. */
export const completionsFrom = (host) => async (context) => {
  const { state, pos } = context;
  // The next key ends a query that waits for the fields of a kind. Without this, no query begins for what that key types.
  context.addEventListener("abort", () => {}, { onDocChange: true });
  const line = state.doc.lineAt(pos);
  const reference = REFERENCE.exec(line.text.slice(0, pos - line.from));
  if (reference) return references(host, state, pos, reference);
  const typed = /[\w./-]*$/.exec(line.text.slice(0, pos - line.from))[0];
  const afterColon = /: ?["']?$/.test(line.text.slice(0, pos - line.from));
  if (!context.explicit && ((!typed && !afterColon) || state.doc.length > LONG_TEXT)) return null;
  const place = placeAt(state.doc.toString(), pos);
  if (!place?.object) return null;
  const structs = await structsOf(host, place);
  const isType = place.value && ["apiVersion", "kind"].includes(place.path.join("."));
  const types = isType ? await typesOf(host, place) : [];
  const options = [
    ...(place.key ? keysAt(place, structs, state, pos) : []), ...(place.value ? valuesAt(place, types, structs, state, pos) : []),
  ];
  if (place.key) return options.length ? { from: place.from, options, validFor: WORD } : null;
  // Values that only resemble what is typed would take the place of another name on Enter.
  const begun = state.sliceDoc(place.from, pos).toLowerCase();
  const fitting = options.filter(({ label }) => label.toLowerCase().startsWith(begun));
  return fitting.length ? { from: place.from, options: fitting, filter: false } : null;
};

/** The end of the word around `pos`. */
const wordEnd = (state, pos) => pos + /^[\w./-]*/.exec(state.sliceDoc(pos, state.doc.lineAt(pos).to))[0].length;

async function references(host, state, pos, [, sign, typed]) {
  const closer = CLOSERS[sign];
  const to = wordEnd(state, pos);
  const rest = state.sliceDoc(to, to + closer.length) === closer ? "" : closer;
  const answer = await host.references(positionAt(state.doc, pos));
  const known = answer?.[sign.slice(0, 2)] ?? [];
  const declared = sign === "$(" ? [] : parametersIn(placeAt(state.doc.toString(), pos)?.roots ?? []);
  const names = [...known, ...declared.filter((name) => !known.some((entry) => entry.name === name)).map((name) => ({ name }))];
  const options = names.map(({ name, value, info }, index) => ({
    label: name, detail: value, info: info || undefined, boost: -index / 100, apply: writing(name + rest),
  }));
  return options.length ? { from: pos - typed.length, options, validFor: WORD } : null;
}

/** The fields that the place does not have yet, the required ones first, then whole entries. */
function keysAt(place, structs, state, pos) {
  const line = state.doc.lineAt(pos);
  const indent = " ".repeat(place.from - place.quote.length - line.from);
  const fields = structs ? fieldsAt(structs, place.path).filter(({ name }) => !place.siblings.includes(name)) : [];
  const hasColon = /^["']?\s*:/.test(state.sliceDoc(wordEnd(state, pos), line.to));
  const snippets = hasColon ? [] : snippetsFor(place, textAt(place.object, "kind"), indent);
  return [
    ...fields.map(({ name, type, words, required, versions, description, values }) => ({
      label: name,
      detail: required ? `${words}, required` : words,
      info: [versions, description, values && `Values: ${values.join(", ")}`].filter(Boolean).join("\n") || undefined,
      boost: required ? 2 : 1,
      apply: inQuotes(place, hasColon ? name : keyText(place, state, name, behindKey(type, indent))),
    })),
    ...snippets.map(({ label, detail, text, caret }) => ({ label, detail, apply: inQuotes(place, text, caret) })),
  ];
}

/** A key with its colon, and what stands behind it in YAML of lines. */
function keyText({ flow, quote }, state, name, behind) {
  if (flow) return isJson(state) || quote ? `"${name}": ` : `${name}: `;
  return `${quote}${name}${quote}:${behind}`;
}

/** As `writing`; behind a quote that was typed, the text's own first quote is left out. */
const inQuotes = ({ quote }, text, caret = text.length) =>
  quote && text.startsWith(quote) ? writing(text.slice(1), caret - 1) : writing(text, caret);

const isJson = (state) => /^\s*[{[]/.test(state.sliceDoc(0, 100));

function valuesAt(place, types, structs, state, pos) {
  const names = [...types, ...namesFor(place)];
  const values = structs && !names.length ? valuesOf(structs, place.path).map((value) => [value]) : [];
  return [...names, ...values].map(([label, detail]) => ({
    label, detail, isValue: true, apply: writing(valueText(place, state, pos, label)),
  }));
}

/** A value as it is written at the place: in JSON in quotes unless it is a number, in YAML after the colon and a space. */
function valueText(place, state, pos, label) {
  const to = wordEnd(state, pos);
  if (place.quote) return state.sliceDoc(to, to + 1) === place.quote ? label : label + place.quote;
  const space = state.sliceDoc(place.from - 1, place.from) === ":" ? " " : "";
  const isQuoted = /^(True|False)$/.test(label) || (isJson(state) && !/^(\d+|true|false)$/.test(label));
  return space + (isQuoted ? JSON.stringify(label) : label);
}
