// The plain text area, with the same methods as the editor, without gutter and tints.
import { offsetsIn, placeIn } from "../../editor/positions.js";

// Chromium lays out the whole text for each line that it inserts. Of more lines times characters, which take it a second,
// only this page can undo the write.
const MOST_LAYOUT = 2_000_000;

export function plainSource(textarea) {
  const listeners = new Set();
  const renameListeners = new Set();
  const nothing = () => undefined;
  const tell = (kind, isWhole) => {
    isOtherText ||= isWhole;
    changedSince.request = changedSince.answer = true;
    listeners.forEach((listener) => listener(kind, isWhole));
  };
  const caret = () => placeIn(textarea.value, textarea.selectionEnd);
  let replacesAll = false; // whether the input replaces all of the text
  const changedSince = { request: false, answer: false }; // whether the text has changed since the last one
  let isOtherText = false; // whether the text of the visible output was replaced since
  textarea.addEventListener("beforeinput", () => {
    const { selectionStart, selectionEnd, value } = textarea;
    replacesAll = value !== "" && selectionStart === 0 && selectionEnd === value.length;
  });
  textarea.addEventListener("input", (event) => tell(/Paste|Drop/.test(event.inputType) ? "paste" : "typing", replacesAll));

  let lastWrite = { before: null, after: null }; // the texts around the last write that the browser cannot undo

  /** Replaces a range in a way that the browser can undo, if it supports that and it does not take long. */
  function replaceRange(from, to, text) {
    textarea.focus();
    textarea.setSelectionRange(from, to);
    const { value: before } = textarea;
    const isLong = text.split("\n").length * before.length > MOST_LAYOUT;
    if (!isLong && document.execCommand(text ? "insertText" : "delete", false, text)) return; // and told by its event
    textarea.setRangeText(text, from, to, "end"); // a text area that a phone has not shown yet takes no command
    lastWrite = { before, after: textarea.value };
    tell("typing", false);
  }

  textarea.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isUndo = key === "z" && !event.shiftKey && textarea.value === lastWrite.after;
    const isRedo = (key === "y" || (key === "z" && event.shiftKey)) && textarea.value === lastWrite.before;
    if (!isUndo && !isRedo) return;
    event.preventDefault();
    textarea.value = isUndo ? lastWrite.before : lastWrite.after;
    tell("typing", false);
  });

  /** Applies the edits by one write from the first to the last, so that one step takes them back; the caret goes with them. */
  function writeAll(edits, caretPlace) {
    const { value } = textarea;
    const offset = offsetsIn(value);
    const former = offset(caretPlace);
    const places = edits.map(({ from, to, text, caret }) => ({ from: offset(from), to: offset(to), text, caret }));
    places.sort((a, b) => a.from - b.from || a.to - b.to);
    const start = places[0].from;
    let [end, text, caret, shift] = [start, "", null, 0];
    for (const place of places) {
      text += value.slice(end, place.from);
      if (place.caret !== undefined) caret = start + text.length + place.caret;
      text += place.text;
      end = place.to;
      if (end <= former) shift += place.text.length - (end - place.from);
    }
    replaceRange(start, end, text);
    caret ??= former + shift;
    textarea.setSelectionRange(caret, caret);
  }

  return {
    value: () => textarea.value,
    size: () => textarea.value.length,
    onChange: (listener) => listeners.add(listener),
    focus: () => textarea.focus(),
    /** The position of the caret, in the server's lines and columns. */
    caret,
    selected: () => ({
      from: placeIn(textarea.value, textarea.selectionStart),
      to: placeIn(textarea.value, textarea.selectionEnd),
    }),
    onTrace: nothing,
    onRename: (listener) => renameListeners.add(listener),
    sending: () => void (changedSince.request = false),
    keepsShown: () => !isOtherText,
    adoptAnswer(withOutput = true) {
      isOtherText &&= !withOutput;
      changedSince.answer = changedSince.request;
    },
    outline: nothing,
    light: nothing,
    diagnose: nothing,

    replace(text, kind = "fix") {
      textarea.value = text;
      textarea.setSelectionRange(0, 0);
      tell(kind, true);
    },

    /** Applies [{from, to, text}]; false, and nothing is changed, if these are places of an older text. */
    edit(edits) {
      if (changedSince.answer) return false;
      writeAll(edits, caret());
      return true;
    },

    /**
     * Applies edits of the present text; the caret goes to `caret` characters behind the start of the edit that has one.
     * With `names`, calls the listeners of `onRename`; undoing the edits does not.
     */
    write(edits, { names, caret: place = caret() } = {}) {
      if (names) renameListeners.forEach((listener) => listener(names));
      writeAll(edits, place);
    },

    select({ from, to }) {
      const offset = offsetsIn(textarea.value);
      textarea.focus();
      textarea.setSelectionRange(offset(from), offset(to));
      const lineHeight = Number.parseFloat(getComputedStyle(textarea).lineHeight) || 20; // `normal` is not a number
      textarea.scrollTop = (from.line - 1) * lineHeight - textarea.clientHeight / 2;
    },

    unmount: nothing,
  };
}
