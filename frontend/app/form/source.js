// The source: shown by the editor, or by the plain text area until that is loaded or if it is switched off.
import { delegate, one } from "../dom.js";
import { plainSource } from "./plain.js";
import { preferences } from "../storage.js";
import { searchAddress } from "../trusted.js";

const changeListeners = new Set();
const showListeners = new Set();
const textarea = one("#source");
let plain = null;
let current = null;

function listenTo(source) {
  source.onChange((kind, whole) => current === source && changeListeners.forEach((listener) => listener(kind, whole)));
}

function show(source) {
  current = source;
  document.documentElement.dataset.editor = source === plain ? "plain" : "full";
  showListeners.forEach((listener) => listener(source));
}

/** The current source; do not keep it, because it can be replaced. */
export const source = () => current;
/** Calls `listener(kind, whole)` after a change; `whole` if nothing of the previous text is left. */
export const onSourceChange = (listener) => changeListeners.add(listener);
/** Calls `listener(source)` when the editor or the plain text area is shown in place of the other. */
export const onSourceShown = (listener) => showListeners.add(listener);

/** Loads the editor's search, which is a separate script. */
function loadSearch() {
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
    show(plain);
    return;
  }
  const editor = window.playgroundEditor.mount(textarea, one('meta[name="csp-nonce"]')?.nonce, loadSearch);
  listenTo(editor);
  show(editor);
}

/** Calls `act` after the next paint: what the server has sent is seen before the editor takes its time. */
const afterPaint = (act) => requestAnimationFrame(() => setTimeout(act));

/** Shows the editor as soon as its script is loaded and the page painted, unless plain text was chosen. */
export function startSource() {
  plain = current = plainSource(textarea);
  listenTo(plain);
  const applyPreference = () => usePlainText(preferences.read("editor") === "plain");
  if (window.playgroundEditor) afterPaint(applyPreference);
  else document.addEventListener("playground:editor", () => afterPaint(applyPreference), { once: true });
  delegate("click", 'a[href="#source"]', (event) => {
    if (current === plain) return;
    event.preventDefault(); // the link leads to the text area, which the editor hides
    current.focus();
  });
  const button = one("#plain-text");
  if (!button) return;
  const showState = () => button.setAttribute("aria-pressed", String(current === plain));
  onSourceShown(showState);
  showState();
  button.addEventListener("click", () => {
    const wanted = current !== plain;
    preferences.write("editor", wanted ? "plain" : null);
    usePlainText(wanted);
    current.focus();
  });
}
