// The draft: text and values survive a reload and going back. Secret and generated values are never stored.
import { all, atRest, make, one } from "../dom.js";
import { onAnswered, onEdited } from "../playground/live.js";
import { onSourceChange, source } from "./source.js";
import { session } from "../storage.js";

const DELAY = 300; // milliseconds after an edit …
const LONG = 2000; // … after an edit of a long text: storing it takes longer than a key press may wait
const LONG_TEXT = 256 * 1024; // characters

const form = one("#playground");
// The page is the answer to a submitted form, for example when sharing failed: its text is newer than every draft.
const posted = document.body.dataset.posted; // the address to which the text belongs
// A share or an example never gets another page's draft; after a form was sent, the page continues with what it sent.
const key = posted ? `draft:${posted}` : `draft:${location.pathname}${location.search}`;
const textKey = `${key} text`; // apart, and not as JSON, which takes 1.5 times as long for a megabyte
let timer = 0;

const isSecret = (field) => field.type === "password" || field.closest("[data-secret], [data-not-kept]");
const isChosen = (field) => !["radio", "checkbox"].includes(field.type) || field.checked;
const isKept = (field) =>
  field.name && !["hidden", "file"].includes(field.type) && !["source", "severity"].includes(field.name)
  && isChosen(field) && !isSecret(field);

/** The state of a field in a form that can be restored: nothing for a default, `clear` for an emptied field. */
function entryOf(field) {
  const name = /^value\.(.*)$/s.exec(field.name)?.[1];
  if (name === undefined) return [field.name, field.value];
  const shown = form.elements.namedItem(`default.${name}`)?.value ?? ""; // found without a walk through the page
  if (field.value === shown) return null;
  return field.value ? [field.name, field.value] : ["clear", name];
}

/** The state of the form without secrets, including the choice of view. */
export function read() {
  const values = all("input, select, textarea", form).filter(isKept).map(entryOf).filter(Boolean);
  return { source: source().value(), values };
}

function save() {
  clearTimeout(timer);
  const { source: text, values } = read();
  if (session.write(textKey, text)) session.write(key, JSON.stringify({ values, base: base()?.value, saved: Date.now() }));
}

/** The stored draft, if any; earlier versions of the page stored the text with the rest. */
function keptDraft() {
  try {
    const kept = JSON.parse(session.read(key));
    return kept && { source: session.read(textKey), ...kept };
  } catch {
    return forget(); // not our format, or incomplete
  }
}

function forget() {
  session.write(key, null);
  session.write(textKey, null);
  return null;
}

const saveAtRest = atRest(save);

function fill(name, value) {
  if (name === "clear" && one(`[name="${CSS.escape(`value.${value}`)}"]`, form)) return fill(`value.${value}`, "");
  const fields = all(`[name="${CSS.escape(name)}"]`, form).filter((field) => field.type !== "hidden");
  if (!fields.length) {
    form.append(make("input", { type: "hidden", name, value, className: "restored" })); // its field comes with the answer
    return;
  }
  for (const field of fields) {
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
    else field.value = value;
  }
}

/** Which revision of a share the text comes from: another tab may have saved one since. */
const base = () => one('[name="based_on"]', form);

function restore(kept) {
  if (kept.base && base() && kept.source !== source().value()) base().value = kept.base;
  for (const [name, value] of kept.values) fill(name, value);
  source().replace(kept.source, "paste");
}

function offerDiscard(saved, before) {
  const time = new Date(saved).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const button = make("button", { type: "button", className: "link" }, "Discard");
  const notice = one("#notice");
  if (!notice) return;
  notice.replaceChildren(`Restored from ${time}. `, button);
  onSourceChange((kind, whole) => whole && notice.replaceChildren()); // the restored text is gone
  button.addEventListener("click", () => {
    notice.replaceChildren();
    restore(before);
    forget();
    clearTimeout(timer);
    source().focus();
  });
}

/** Whether the page is shown for the first time: after a reload or going back, the draft is newer. */
const isNew = () => performance.getEntriesByType("navigation")[0]?.type === "navigate";

/** Restores the draft of this address, unless it equals what the server sent. */
export function startDraft() {
  const before = { ...read(), base: base()?.value };
  if (posted && isNew()) save();
  const kept = keptDraft();
  const differs = (one) => JSON.stringify([one.source, one.values]) !== JSON.stringify([before.source, before.values]);
  if (kept && typeof kept.source === "string" && Array.isArray(kept.values) && differs(kept)) {
    restore(kept);
    offerDiscard(kept.saved, before);
  }
  onAnswered(() => all("input.restored", form).forEach((field) => field.remove()));
  onEdited(() => {
    clearTimeout(timer);
    timer = setTimeout(saveAtRest, source().size() > LONG_TEXT ? LONG : DELAY);
  });
  addEventListener("pagehide", () => timer && save());
}
