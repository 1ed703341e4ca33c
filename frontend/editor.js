// The source editor: CodeMirror over the form's own text area, which stays in the page and works without it.
//
// `window.playgroundEditor.mount(textarea, nonce, bringSearch)` returns the same methods as app/form/plain.js does for
// the plain text area; the page does not know which of the two it uses.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { ChangeSet, Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder,
  rectangularSelection, tooltips,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { offsetAt, placeAt } from "./editor/positions.js";
import * as lent from "./editor/lent.js";
import { markPlace, places } from "./editor/places.js";
import { light, references, traceOffer } from "./editor/references.js";
import { searching } from "./editor/searching.js";
import { invisible } from "./editor/invisible.js";
import { wrappedLines } from "./editor/wrapping.js";

const FLASH = 300; // milliseconds

const wrapping = new Compartment();
const narrow = matchMedia("(width < 50em)");

const wrappingNow = () => (narrow.matches ? wrappedLines : []);

function foldMarker(open) {
  const marker = document.createElement("span");
  marker.className = open ? "fold fold-open" : "fold fold-closed";
  marker.title = open ? "Fold this block" : "Unfold this block";
  return marker;
}

/** The kind of an edit for the live loop: "typing", "paste" (paste or drop) or "fix". */
function kindOf(transactions) {
  if (transactions.some((one) => one.isUserEvent("input.paste") || one.isUserEvent("input.drop"))) return "paste";
  return transactions.some((one) => one.isUserEvent("input.fix")) ? "fix" : "typing";
}

/** How many characters two texts have in common at their beginning and at their end. */
function commonEnds(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return start + end;
}

/** Whether the edit replaces the whole text. */
function replacesAll({ changes, startState }) {
  let whole = false;
  changes.iterChanges((from, to) => (whole ||= from === 0 && to === startState.doc.length && to > 0));
  return whole;
}

function extensionsFor(textarea, nonce, bringSearch, onUpdate, onOffer) {
  const label = textarea.labels?.[0];
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorView.contentAttributes.of({
      tabindex: "0",
      autocorrect: "off",
      autocapitalize: "none",
      ...(label?.id ? { "aria-labelledby": label.id } : { "aria-label": textarea.getAttribute("aria-label") ?? "Source" }),
      ...(textarea.getAttribute("aria-describedby") && { "aria-describedby": textarea.getAttribute("aria-describedby") }),
    }),
    lintGutter(), lineNumbers(), foldGutter({ markerDOM: foldMarker }), highlightActiveLineGutter(), invisible,
    history(), drawSelection(), dropCursor(), rectangularSelection(), EditorState.allowMultipleSelections.of(true),
    indentUnit.of("  "), EditorState.tabSize.of(2), indentOnInput(), bracketMatching(),
    highlightActiveLine(), searching(bringSearch), tooltips({ position: "fixed" }),
    yaml(), wrapping.of(wrappingNow()), syntaxHighlighting(classHighlighter),
    references, traceOffer(onOffer), places, placeholder(textarea.placeholder),
    // Escape leaves the editor once there is nothing else to close; Tab always does, so it is not bound to indenting
    keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap,
      { key: "Escape", run: (view) => (view.contentDOM.blur(), true) }]),
    EditorView.updateListener.of(onUpdate),
  ];
}

/** Puts an editor in front of `textarea` and returns its methods. */
export function mount(textarea, nonce, bringSearch) {
  const listeners = new Set();
  const tracers = new Set();
  // The server names places in the text that it has answered. So three texts are kept, each with the changes since: that
  // of the last request, of the last answer, and of the visible output, which is older while the text cannot be read.
  const sent = { text: null, since: null };
  const answered = { text: null, since: null };
  const shown = { text: null, since: null };

  const state = EditorState.create({
    doc: textarea.value,
    extensions: extensionsFor(textarea, nonce, bringSearch, (update) => {
      if (!update.docChanged) return;
      for (const one of [sent, answered, shown]) one.since = one.since.compose(update.changes);
      for (const listener of listeners) listener(kindOf(update.transactions), replacesAll(update));
    }, (offset) => {
      for (const listener of tracers) listener(placeAt(view.state.doc, offset));
    }),
  });
  const view = new EditorView({ state });
  textarea.after(view.dom);
  textarea.hidden = true;
  sending();
  adoptAnswer();

  const onWidth = () => view.dispatch({ effects: wrapping.reconfigure(wrappingNow()) });
  const onFormData = (event) => event.formData.set(textarea.name, value());
  narrow.addEventListener("change", onWidth);
  textarea.form.addEventListener("formdata", onFormData);

  function sending() {
    const text = view.state.doc;
    Object.assign(sent, { text, since: ChangeSet.empty(text.length) });
  }

  function adoptAnswer(withOutput = true) {
    for (const one of withOutput ? [answered, shown] : [answered]) Object.assign(one, sent);
  }

  /** The current place of a place in the last answer, or in the visible output. */
  function rangeOf(span) {
    const { text, since } = span.ofOutput ? shown : answered;
    const from = since.mapPos(offsetAt(text, span.from), 1);
    return { from, to: Math.max(from, since.mapPos(offsetAt(text, span.to), -1)) };
  }

  const value = () => view.state.doc.toString();

  return {
    value,
    size: () => view.state.doc.length,
    onChange: (listener) => listeners.add(listener),
    focus: () => view.focus(),
    /** The position of the caret, in the server's lines and columns. */
    caret: () => placeAt(view.state.doc, view.state.selection.main.head),
    /** Calls `listener` with the place of a reference whose trace is requested. */
    onTrace: (listener) => tracers.add(listener),
    /** To be called when the present text is sent to the server. */
    sending,
    /**
     * To be called when the server has answered: from now on, places are those in the text that was sent last. With
     * `withOutput`, the places of the output are, too.
     */
    adoptAnswer,
    /** Whether half of the text of the visible output, or more, is still there, or was pasted again. */
    keepsShown() {
      let kept = 0;
      shown.since.iterGaps((from, to, length) => (kept += length));
      return 2 * Math.max(kept, commonEnds(shown.text.toString(), value())) >= shown.text.length;
    },

    /** Replaces the whole text as one step that can be undone. */
    replace(text, kind = "fix") {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: `input.${kind}` });
    },

    /** Applies [{from, to, text}] as one step that can be undone. */
    edit(edits) {
      const changes = edits.map((edit) => ({ ...rangeOf(edit), insert: edit.text }));
      view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
    },

    /** Selects a place, brings it to the middle and flashes it; the focus goes with it. */
    select(span) {
      const { from, to } = rangeOf(span);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: [EditorView.scrollIntoView(from, { y: "center" }), markPlace.of({ from, to, name: "flash" })],
      });
      view.focus();
      setTimeout(() => view.dispatch({ effects: markPlace.of({ name: "flash" }) }), FLASH);
    },

    /** Outlines a place while the pointer or the focus is on a link to it; null removes the outline. */
    outline(span) {
      view.dispatch({ effects: markPlace.of({ name: "outline", ...(span && rangeOf(span)) }) });
    },

    /** Tints the references to {kind, name}; null for none. */
    light: (what) => view.dispatch({ effects: light.of(what) }),

    /** Shows [{span, severity, code, message}] in the gutter and under the text. */
    diagnose(found) {
      const diagnostics = found.map(({ span, severity, code, message }) => ({
        ...rangeOf(span), severity, source: code, message,
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },

    /** Returns the text to the text area and removes the editor. */
    unmount() {
      textarea.value = value();
      textarea.hidden = false;
      narrow.removeEventListener("change", onWidth);
      textarea.form.removeEventListener("formdata", onFormData);
      view.destroy();
    },
  };
}

window.playgroundEditor = { mount, lent };
document.dispatchEvent(new CustomEvent("playground:editor"));
