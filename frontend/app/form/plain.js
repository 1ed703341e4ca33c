// The plain text area, with the same methods as the editor, without gutter and tints.
import { offsetIn, placeIn } from "../../editor/positions.js";

export function plainSource(textarea) {
  const listeners = new Set();
  const renameListeners = new Set();
  const nothing = () => undefined;
  const tell = (kind, isWhole) => {
    replaced ||= isWhole;
    changedSince.request = changedSince.answer = true;
    listeners.forEach((listener) => listener(kind, isWhole));
  };
  let whole = false; // whether the input replaces all of the text
  const changedSince = { request: false, answer: false }; // whether the text has changed since the last one
  let replaced = false; // whether the text of the visible output was replaced since
  textarea.addEventListener("beforeinput", () => {
    const { selectionStart, selectionEnd, value } = textarea;
    whole = value !== "" && selectionStart === 0 && selectionEnd === value.length;
  });
  textarea.addEventListener("input", (event) => tell(/Paste|Drop/.test(event.inputType) ? "paste" : "typing", whole));

  /** Replaces a range in a way that the browser can undo, if it supports that. */
  function write(from, to, text) {
    textarea.focus();
    textarea.setSelectionRange(from, to);
    const written = document.execCommand(text ? "insertText" : "delete", false, text);
    if (written) return; // and told by its event
    textarea.setRangeText(text, from, to, "end"); // a text area that a phone has not shown yet takes no command
    tell("typing", false);
  }

  function writeAll(edits) {
    const places = edits.map(({ from, to, text }) => [offsetIn(textarea.value, from), offsetIn(textarea.value, to), text]);
    // From the last to the first, because an edit moves the places behind it.
    for (const [from, to, text] of places.sort((a, b) => b[0] - a[0])) write(from, to, text);
  }

  return {
    value: () => textarea.value,
    size: () => textarea.value.length,
    onChange: (listener) => listeners.add(listener),
    focus: () => textarea.focus(),
    /** The position of the caret, in the server's lines and columns. */
    caret: () => placeIn(textarea.value, textarea.selectionEnd),
    onTrace: nothing,
    onRename: (listener) => renameListeners.add(listener),
    sending: () => void (changedSince.request = false),
    keepsShown: () => !replaced,
    adoptAnswer(withOutput = true) {
      replaced &&= !withOutput;
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
      writeAll(edits);
      return true;
    },

    /** As `edit`, and calls the listeners of `onRename`; undoing the edits does not. */
    rename(edits, names) {
      renameListeners.forEach((listener) => listener(names));
      writeAll(edits);
    },

    select({ from, to }) {
      const start = offsetIn(textarea.value, from);
      textarea.focus();
      textarea.setSelectionRange(start, offsetIn(textarea.value, to));
      const lineHeight = Number.parseFloat(getComputedStyle(textarea).lineHeight) || 20; // `normal` is not a number
      textarea.scrollTop = (from.line - 1) * lineHeight - textarea.clientHeight / 2;
    },

    unmount: nothing,
  };
}
