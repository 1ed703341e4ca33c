// The source: shown by the editor, or by the plain text area until that is loaded or if it is switched off.
import { delegate, one } from "../dom.js";
import { plainSource } from "./plain.js";
import { preferences } from "../storage.js";
import { say } from "../playground/status.js";
import { allKinds, kindFields, references } from "./references.js";
import { scriptAddress } from "../trusted.js";

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

const scripts = {}; // promises, by name

/** Loads a script of the page, "editor", "search" or "complete", once; after a failure the next call tries again. */
function load(name) {
  scripts[name] ??= new Promise((done, failed) => {
    const integrity = one("#app").dataset[`${name}Integrity`];
    const script = Object.assign(document.createElement("script"), { integrity, onload: done, onerror: failed });
    script.src = scriptAddress(name);
    document.head.append(script);
  }).catch((failure) => {
    delete scripts[name];
    throw failure;
  });
  return scripts[name];
}

/** Switches to the plain text area. */
function usePlainText() {
  current.unmount();
  plain.sending(); // the issues are about its text, as far as the editor knew
  plain.adoptAnswer();
  show(plain);
}

/** Switches to the editor, as soon as its script is loaded. */
async function useEditor() {
  try {
    await load("editor");
  } catch {
    say("The editor cannot be loaded. You can go on in the plain text field.");
    return;
  }
  if (current !== plain) return;
  const host = { references, kindFields, allKinds };
  const nonce = one('meta[name="csp-nonce"]')?.nonce;
  const editor = window.playgroundEditor.mount(textarea, nonce, load, host, !plain.keepsShown());
  listenTo(editor);
  show(editor);
}

/** Calls `act` once `element` has been painted: what is in sight comes before the editor's 107 KB. */
function whenPainted(element, act) {
  new IntersectionObserver(([{ isIntersecting }], observer) => {
    if (!isIntersecting) return;
    observer.disconnect();
    setTimeout(act); // the observer is called just before the paint
  }).observe(element);
}

/** Brings the editor when the source is first seen, unless plain text was chosen; on a phone a share hides the source. */
export function startSource() {
  plain = current = plainSource(textarea);
  listenTo(plain);
  const wanted = preferences.read("editor") !== "plain";
  if (wanted) whenPainted(textarea, useEditor);
  if (!wanted || !textarea.checkVisibility()) show(plain);
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
  button.addEventListener("click", async () => {
    const wanted = current !== plain;
    preferences.write("editor", wanted ? "plain" : null);
    if (wanted) usePlainText();
    else await useEditor();
    current.focus();
  });
}
