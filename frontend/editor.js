// The source editor: CodeMirror over the form's own text area, which stays in the page and works without it.
//
// `window.playgroundEditor.mount(textarea, nonce, bring, host)` returns the same methods as app/form/plain.js does for
// the plain text area; the page does not know which of the two it uses.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { ChangeSet, Compartment, EditorState, MapMode } from "@codemirror/state";
import {
  drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder,
  rectangularSelection, tooltips,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { offsetAt, placeAt } from "./editor/positions.js";
import * as lent from "./editor/lent.js";
import { markPlaces, places } from "./editor/places.js";
import { renamed, renames, undoneRenames } from "./editor/renames.js";
import { light, references, traceOffer } from "./editor/references.js";
import { later } from "./editor/later.js";
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
  const isAny = (...events) => transactions.some((transaction) => events.some((event) => transaction.isUserEvent(event)));
  if (isAny("input.paste", "input.drop")) return "paste";
  return isAny("input.fix") ? "fix" : "typing";
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

function extensionsFor(textarea, nonce, bring, host, onUpdate, onOffer) {
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
    highlightActiveLine(), later("search", "Mod-f", bring), later("complete", "Ctrl-Space", bring, host), tooltips({ position: "fixed" }),
    yaml(), wrapping.of(wrappingNow()), syntaxHighlighting(classHighlighter),
    references, traceOffer(onOffer), places, undoneRenames, placeholder(textarea.placeholder),
    // Escape leaves the editor once there is nothing else to close; Tab always does, so it is not bound to indenting
    keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap,
      { key: "Escape", run: (view) => (view.contentDOM.blur(), true) }]),
    EditorView.updateListener.of(onUpdate),
  ];
}

/**
 * Puts an editor in front of `textarea` and returns its methods. `bring(name)` loads a script of the editor; `host` is for
 * the completion; `isOther` if the visible output is not that of the text.
 */
export function mount(textarea, nonce, bring, host, isOther) {
  const listeners = new Set();
  const tracers = new Set();
  const renameListeners = new Set();
  // The server names places in the text that it has answered. So the editor remembers three texts, each with the changes
  // since: the text of the last request, that of the last answer, and that of the visible output, which is older while
  // the text cannot be read.
  const sent = { text: null, since: null, isOther: false };
  const answered = { text: null, since: null };
  const shown = { text: null, since: null, isOther: false }; // isOther: the visible output is that of another text

  const { selectionStart: anchor, selectionEnd: head } = textarea;
  const isFocused = document.activeElement === textarea;
  const state = EditorState.create({
    doc: textarea.value,
    selection: { anchor, head },
    extensions: extensionsFor(textarea, nonce, bring, host, (update) => {
      if (!update.docChanged) return;
      for (const former of [sent, answered, shown]) former.since = former.since.compose(update.changes);
      for (const names of renames(update)) renameListeners.forEach((listener) => listener(names));
      for (const listener of listeners) listener(kindOf(update.transactions), replacesAll(update));
    }, (offset) => {
      for (const listener of tracers) listener(placeAt(view.state.doc, offset));
    }),
  });
  const view = new EditorView({ state });
  textarea.after(view.dom);
  textarea.hidden = true;
  if (head) view.dispatch({ effects: EditorView.scrollIntoView(head, { y: "center" }) });
  if (isFocused) view.focus();
  sending();
  adoptAnswer();
  shown.isOther = isOther;

  const onWidth = () => view.dispatch({ effects: wrapping.reconfigure(wrappingNow()) });
  const onFormData = (event) => event.formData.set(textarea.name, value());
  narrow.addEventListener("change", onWidth);
  textarea.form.addEventListener("formdata", onFormData);

  function sending() {
    const text = view.state.doc;
    Object.assign(sent, { text, since: ChangeSet.empty(text.length) });
  }

  function adoptAnswer(withOutput = true) {
    for (const former of withOutput ? [answered, shown] : [answered]) Object.assign(former, sent);
  }

  /** The current place of a place in the last answer, or in the visible output. */
  function rangeOf(span) {
    const { text, since } = span.ofOutput ? shown : answered;
    const from = since.mapPos(offsetAt(text, span.from), 1);
    return { from, to: Math.max(from, since.mapPos(offsetAt(text, span.to), -1)) };
  }

  /** Whether the text at a place in the last answer, or in the visible output, has been deleted or replaced since. */
  function isGone(span) {
    const { text, since } = span.ofOutput ? shown : answered;
    const from = since.mapPos(offsetAt(text, span.from), 1, MapMode.TrackAfter);
    return from === null || since.mapPos(offsetAt(text, span.to), -1, MapMode.TrackBefore) === null;
  }

  const value = () => view.state.doc.toString();

  return {
    value,
    size: () => view.state.doc.length,
    onChange: (listener) => listeners.add(listener),
    focus: () => view.focus(),
    /** The position of the caret, in the server's lines and columns. */
    caret: () => placeAt(view.state.doc, view.state.selection.main.head),
    /** What is selected, as {from, to}; the caret's position twice if nothing is. */
    selected: () => {
      const { from, to } = view.state.selection.main;
      return { from: placeAt(view.state.doc, from), to: placeAt(view.state.doc, to) };
    },
    /** Calls `listener` with the place of a reference whose trace is requested. */
    onTrace: (listener) => tracers.add(listener),
    /** Calls `listener({kind, from, to})` when a parameter or variable was renamed, or the renaming undone or redone. */
    onRename: (listener) => renameListeners.add(listener),
    /** To be called when the present text is sent to the server. */
    sending,
    /**
     * To be called when the server has answered: from now on, the places of the issues are places in the text that was
     * sent last. With `withOutput`, the places of the output's lines are, too.
     */
    adoptAnswer,
    /** Whether half of the text of the visible output, or more, is still there, or was pasted again. */
    keepsShown() {
      if (shown.isOther) return false;
      let unchanged = 0;
      shown.since.iterGaps((from, to, length) => (unchanged += length));
      return 2 * Math.max(unchanged, commonEnds(shown.text.toString(), value())) >= shown.text.length;
    },

    /** Replaces the whole text as one step that can be undone. */
    replace(text, kind = "fix") {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: `input.${kind}` });
    },

    /** Applies [{from, to, text}] as one step that can be undone; false, and nothing is changed, if a place is gone. */
    edit(edits) {
      if (edits.some(isGone)) return false;
      const changes = edits.map((edit) => ({ ...rangeOf(edit), insert: edit.text }));
      view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
      return true;
    },

    /**
     * Applies edits, whose places are those of the present text, as one step to undo; `names` if they rename {kind, from, to}.
     * The caret goes to `caret` characters behind the start of the edit that has one.
     */
    write(edits, { names } = {}) {
      const { doc } = view.state;
      const changes = view.state.changes(
        edits.map(({ from, to, text }) => ({ from: offsetAt(doc, from), to: offsetAt(doc, to), insert: text })),
      );
      const marked = edits.find(({ caret }) => caret !== undefined);
      const selection = marked && { anchor: changes.mapPos(offsetAt(doc, marked.from), -1) + marked.caret };
      view.dispatch({ changes, selection, effects: names ? renamed.of(names) : [], userEvent: "input.fix", scrollIntoView: true });
    },

    /** Selects a place, brings it to the middle and flashes it; the focus goes with it. */
    select(span) {
      const { from, to } = rangeOf(span);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: [EditorView.scrollIntoView(from, { y: "center" }), markPlaces.of({ name: "flash", ranges: [{ from, to }] })],
      });
      view.focus();
      setTimeout(() => view.dispatch({ effects: markPlaces.of({ name: "flash", ranges: [] }) }), FLASH);
    },

    /** Outlines places while the pointer or the focus is on a link to them; none removes the outlines. */
    outline(spans) {
      view.dispatch({ effects: markPlaces.of({ name: "outline", ranges: spans.map(rangeOf) }) });
    },

    /** Tints the references to {kind, name}; null for none. */
    light: (provenance) => view.dispatch({ effects: light.of(provenance) }),

    /** Shows [{span, severity, code, message}] in the gutter and under the text. */
    diagnose(diagnostics) {
      const placed = diagnostics.map(({ span, severity, code, message }) => ({
        ...rangeOf(span), severity, source: code, message,
      }));
      view.dispatch(setDiagnostics(view.state, placed));
    },

    /** Returns the text to the text area and removes the editor. */
    unmount() {
      const { from, to } = view.state.selection.main;
      textarea.value = value();
      textarea.setSelectionRange(from, to);
      textarea.hidden = false;
      narrow.removeEventListener("change", onWidth);
      textarea.form.removeEventListener("formdata", onFormData);
      view.destroy();
    },
  };
}

window.playgroundEditor = { mount, lent };
