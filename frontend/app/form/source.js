// The source: shown by the editor, or by the plain text area until that is loaded or if it is switched off.
import { delegate, one } from "../dom.js";
import { plainSource } from "./plain.js";
import { preferences } from "../storage.js";
import { searchAddress } from "../trusted.js";

const changed = new Set();
const left = new Set();
const shown = new Set();
const textarea = one("#source");
let plain = null;
let current = null;

function listenTo(source) {
  source.onChange((kind, whole) => current === source && changed.forEach((listener) => listener(kind, whole)));
  source.onBlur(() => current === source && left.forEach((listener) => listener()));
}

function show(source) {
  current = source;
  document.documentElement.dataset.editor = source === plain ? "plain" : "full";
  shown.forEach((listener) => listener(source));
}

/** The current source; do not keep it, because it can be replaced. */
export const source = () => current;
/** Calls `listener(kind, whole)` after a change; `whole` if nothing of the previous text is left. */
export const onSourceChange = (listener) => changed.add(listener);
export const onSourceLeft = (listener) => left.add(listener);
export const onSourceShown = (listener) => shown.add(listener);

/** A promise of the editor's search, a separate script. */
function bringSearch() {
  if (window.playgroundEditor.search) return Promise.resolve();
  return new Promise((done, failed) => {
    const { integrity } = one("[data-search]").dataset;
    const script = Object.assign(document.createElement("script"), { integrity, onload: done, onerror: failed });
    script.src = searchAddress();
    document.head.append(script);
  });
}

/** Switches to the plain text area, or back to the editor. */
function usePlainText(wanted) {
  if (wanted === (current === plain) || (!wanted && !window.playgroundEditor)) return;
  if (wanted) {
    current.unmount();
    plain.adoptAnswer();
    show(plain);
    return;
  }
  const editor = window.playgroundEditor.mount(textarea, one('meta[name="csp-nonce"]')?.nonce, bringSearch);
  listenTo(editor);
  show(editor);
}

/** Shows the editor as soon as its script is loaded, unless plain text was chosen. */
export function startSource() {
  plain = current = plainSource(textarea);
  listenTo(plain);
  const wish = () => usePlainText(preferences.read("editor") === "plain");
  if (window.playgroundEditor) wish();
  else document.addEventListener("playground:editor", wish, { once: true });
  delegate("click", 'a[href="#source"]', (event) => {
    if (current === plain) return;
    event.preventDefault(); // the text area it leads to is behind the editor
    current.focus();
  });
  const button = one("#plain-text");
  if (!button) return;
  const tell = () => button.setAttribute("aria-pressed", String(current === plain));
  onSourceShown(tell);
  button.hidden = false;
  tell();
  button.addEventListener("click", () => {
    const wanted = current !== plain;
    preferences.write("editor", wanted ? "plain" : null);
    usePlainText(wanted);
    current.focus();
  });
}
