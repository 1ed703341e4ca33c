// The draft: text and values survive a reload and going back. Secret and generated values are never stored.
import { all, atRest, make, one } from "../dom.js";
import { onAnswered, onEdited } from "../playground/live.js";
import { onSourceChange, source } from "./source.js";
import { session } from "../storage.js";

const SAVE_AFTER = 300; // milliseconds without an edit
const SAVE_LONG_AFTER = 2000; // milliseconds, for a long text: storing it takes longer than a key press may wait
const LONG_TEXT = 256 * 1024; // characters

const form = one("#playground");
// The address of the text, if the page is the answer to a submitted form, for example after sharing failed. Such a text
// is newer than every draft.
const posted = document.body.dataset.posted;
// Each address has a draft of its own, so a share or an example never gets another page's draft. The answer to a form
// continues the draft of the address `posted`.
let key = posted ? `draft:${posted}` : `draft:${location.pathname}${location.search}`;
const textKey = () => `${key} text`; // the text is not stored as JSON, which takes 1.5 times as long for a megabyte
let timer = 0;

const isNeverStored = (field) => field.type === "password" || field.closest("[data-secret], [data-not-in-draft]");
const isBox = (field) => field.type === "checkbox" && field.name.startsWith("take."); // of a suggestion
const isChosen = (field) => !["radio", "checkbox"].includes(field.type) || field.checked || isBox(field);
const isKept = (field) =>
  field.name === "view-by-text" // with it, the server knows whether the user chose the view
  || (field.name && (field.name === "sets" || !["hidden", "file"].includes(field.type))
  && !["source", "severity"].includes(field.name) && isChosen(field) && !isNeverStored(field));

/** What to restore of a field: its name and value, or `clear` and its name if it was emptied; null for a default. */
function entryOf(field) {
  if (isBox(field)) return [field.name, field.checked ? field.value : "off"];
  const name = /^value\.(.*)$/s.exec(field.name)?.[1];
  if (name === undefined) return [field.name, field.value];
  const byDefault = form.elements.namedItem(`default.${name}`)?.value ?? ""; // faster than a search of the page
  if (field.value === byDefault) return null;
  return field.value ? [field.name, field.value] : ["clear", name];
}

/** The state of the form without secrets, including the choice of view. */
export function readDraft() {
  const values = all("input, select, textarea", form).filter(isKept).map(entryOf).filter(Boolean);
  return { source: source().value(), values };
}

function save() {
  clearTimeout(timer);
  const { source: text, values } = readDraft();
  if (session.write(textKey(), text)) session.write(key, JSON.stringify({ values, base: baseField()?.value, saved: Date.now() }));
}

/** Writes a draft that still waits. */
export function keepDraft() {
  if (timer) save();
}

/** From now on the draft belongs to the page's new address; the former address keeps its own. */
export function moveDraft() {
  key = `draft:${location.pathname}${location.search}`;
  one("#notice")?.replaceChildren();
}

/** The stored draft, if any; earlier versions of the page stored the text with the rest. */
function storedDraft() {
  try {
    const stored = JSON.parse(session.read(key));
    return stored && { source: session.read(textKey()), ...stored };
  } catch {
    return forget(); // not our format, or incomplete
  }
}

function forget() {
  session.write(key, null);
  session.write(textKey(), null);
  return null;
}

const saveAtRest = atRest(save);

/** Gives the fields called `name` this value; a field that the page does not have yet gets it with the next answer. */
function fill(name, value) {
  if (name === "clear" && one(`[name="${CSS.escape(`value.${value}`)}"]`, form)) return fill(`value.${value}`, "");
  const fields = all(`[name="${CSS.escape(name)}"]`, form).filter((field) => field.type !== "hidden");
  const isOffered = fields.some((field) => field.type !== "radio" || field.value === value);
  if (!isOffered) {
    form.append(make("input", { type: "hidden", name, value, className: "restored" }));
    return;
  }
  for (const field of fields) {
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
    else field.value = value;
  }
}

/** The field with the revision of the share from which the text comes: another tab may have saved a newer one. */
const baseField = () => one('[name="based_on"]', form);

function restore(stored) {
  if (stored.base && baseField() && stored.source !== source().value()) baseField().value = stored.base;
  const sets = stored.values.filter(([name]) => name === "sets").map(([, value]) => value);
  for (const field of all('[name="sets"]', form)) if (!sets.includes(field.value)) field.remove(); // a set that was deleted
  for (const [name, value] of stored.values) fill(name, value);
  source().replace(stored.source, "paste");
}

/** Says `words` with a time, and offers a button that does `act`. */
export function offer(words, saved, label, act) {
  const time = new Date(saved).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const button = make("button", { type: "button", className: "link" }, label);
  const notice = one("#notice");
  if (!notice) return;
  notice.replaceChildren(`${words} ${time}. `, button);
  button.addEventListener("click", () => {
    notice.replaceChildren();
    act();
    source().focus();
  });
}

function discard(before) {
  restore(before);
  forget();
  clearTimeout(timer);
}

/** "New" leads to an empty page, even if its address has a draft; elsewhere the draft is what the user wants. */
function bringBack(stored, before) {
  if (isNew() && stored.source && !before.source) {
    return offer("You left a text at", stored.saved, "Restore", () => restore(stored));
  }
  restore(stored);
  offer("Restored from", stored.saved, "Discard", () => discard(before));
}

/** Whether the page is shown for the first time. After a reload or going back, the draft is newer than the page. */
const isNew = () => performance.getEntriesByType("navigation")[0]?.type === "navigate";

/** Restores or offers the draft of this address, unless it equals what the server sent. */
export function startDraft() {
  const before = { ...readDraft(), base: baseField()?.value };
  if (posted && isNew()) save();
  const stored = storedDraft();
  const contents = ({ source: text, values }) => JSON.stringify([text, values]);
  if (stored && typeof stored.source === "string" && Array.isArray(stored.values) && contents(stored) !== contents(before)) {
    bringBack(stored, before);
  }
  onSourceChange((kind, whole) => whole && one("#notice")?.replaceChildren()); // the text that a notice is about is gone
  onAnswered((isLast) => isLast && all("input.restored", form).forEach((field) => field.remove()));
  onEdited(() => {
    clearTimeout(timer);
    timer = setTimeout(saveAtRest, source().size() > LONG_TEXT ? SAVE_LONG_AFTER : SAVE_AFTER);
  });
  addEventListener("pagehide", keepDraft);
}
