// Shows invisible and bidirectional characters as codes: the same characters as engine/text/invisible.py.
import { highlightSpecialChars } from "@codemirror/view";

const INVISIBLE = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{e0000}-\\u{e0fff}]", "gu",
);

/** The extension of the editor. */
export const invisible = highlightSpecialChars({
  specialChars: INVISIBLE,
  render(code) {
    const sign = document.createElement("span");
    sign.className = "invisible";
    sign.textContent = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", sign.textContent);
    return sign;
  },
});
