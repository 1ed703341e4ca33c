// The plain text area, with the same methods as the editor, without gutter and tints.
import { offsetIn, placeIn } from "../../editor/positions.js";

export function plainSource(textarea) {
  const listeners = new Set();
  const nothing = () => undefined;
  const tell = (kind, isWhole) => {
    replaced ||= isWhole;
    listeners.forEach((listener) => listener(kind, isWhole));
  };
  let whole = false; // whether the input replaces all of the text
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
    if (!written) textarea.setRangeText(text, from, to, "end");
  }

  return {
    value: () => textarea.value,
    size: () => textarea.value.length,
    onChange: (listener) => listeners.add(listener),
    focus: () => textarea.focus(),
    /** The position of the caret, in the server's lines and columns. */
    caret: () => placeIn(textarea.value, textarea.selectionEnd),
    onTrace: nothing,
    sending: nothing,
    keepsShown: () => !replaced,
    adoptAnswer: (withOutput = true) => void (replaced &&= !withOutput),
    outline: nothing,
    light: nothing,
    diagnose: nothing,

    replace(text, kind = "fix") {
      textarea.value = text;
      textarea.setSelectionRange(0, 0);
      tell(kind, true);
    },

    edit(edits) {
      const places = edits.map(({ from, to, text }) => [offsetIn(textarea.value, from), offsetIn(textarea.value, to), text]);
      // From the last to the first, because an edit moves the places behind it.
      for (const [from, to, text] of places.sort((a, b) => b[0] - a[0])) write(from, to, text);
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
