// Sharing in place: one press stores the text, copies its link and puts it into the address bar. Nothing else changes:
// text, values, output, caret and scroll stay as they are.
import { all, atRest, delegate, one } from "./dom.js";
import { copyWhenKnown } from "./copying.js";
import { keepDraft, moveDraft, readDraft } from "./form/draft.js";
import { showAnswer, showBanner } from "./playground/banner.js";
import { onAnswered, onEdited } from "./playground/live.js";
import { openDialog } from "./playground/menus.js";
import { sayNow } from "./playground/status.js";
import { trusted } from "./trusted.js";

const LONGEST_REQUEST = 60_000; // milliseconds
const SLOW_AFTER = 400; // milliseconds without an answer until the page says that it waits
// The names of the fields that a share stores.
const STORED = /^(dialect|kubernetes|clear|sets|(value|expression|assumed|cluster|set)\..*)$/s;

const form = one("#playground");
let stored = null; // what the share on this page stores; null without a share, or if the server has marked it as changed
let address = location.pathname + location.search; // of the text on this page
let saving = false;

/** The text, the title and the values that a share would store now. */
function storable() {
  const { source, values } = readDraft();
  return { source, title: one("#title").value, values: JSON.stringify(values.filter(([name]) => STORED.test(name))) };
}

/** Shows "Changed since shared" while the page differs from the share. */
function showChange() {
  const bar = stored && one("#shared");
  if (!bar) return;
  const now = storable();
  bar.toggleAttribute("data-changed", Object.keys(now).some((name) => now[name] !== stored[name]));
}

/** Sends fields to an address of the site; the answer, or null if the banner says why there is none. */
async function send(to, body, retry) {
  const timer = setTimeout(() => form.classList.add("is-busy"), SLOW_AFTER);
  try {
    const headers = { "HX-Request": "true" };
    const response = await fetch(to, { method: "POST", body, headers, signal: AbortSignal.timeout(LONGEST_REQUEST) });
    const html = await response.text();
    if (html.includes("<hx-partial")) return { ok: response.ok, html };
    showBanner("The server could not store this. Your text is safe in this browser.", ["Try again", retry]);
  } catch {
    showBanner("Could not reach the server, so nothing was stored. Your text is safe in this browser.", ["Try again", retry]);
  } finally {
    clearTimeout(timer);
    form.classList.remove("is-busy");
  }
  return null;
}

/** Puts the parts of an answer into the page. */
function show(html) {
  const template = document.createElement("template");
  template.innerHTML = trusted(html);
  for (const part of all("hx-partial", template.content)) {
    const place = one(part.getAttribute("hx-target"));
    if (place?.id === "banner") showAnswer(part);
    else place?.replaceChildren(...part.childNodes);
  }
}

/** Stores the form as the button says: under a new link, as a revision or as a copy. */
async function save(button) {
  if (saving) return;
  saving = true;
  one("#use")?.close(); // what follows is shown outside the dialog
  keepDraft();
  const sent = storable();
  const body = new FormData(form);
  body.set("action", button.value);
  let link = null; // settles the promise of the link's address
  const copied = copyWhenKnown(new Promise((resolve, reject) => (link = { resolve, reject })));
  const answer = await send(button.formAction, body, () => save(button));
  saving = false;
  if (answer) show(answer.html);
  const field = answer?.ok && answer.html.includes("saved-link") ? one("#saved-link") : null;
  if (!field) {
    link.reject();
    if (answer) onRefused(answer);
    return;
  }
  link.resolve(field.value);
  onSaved(sent);
  const sentence = await copied ? "Link copied" : "Press Ctrl+C or \u2318C to copy the link";
  one("#saved-heading").textContent = sentence;
  sayNow(`${sentence}.`);
}

/** The server asks about secrets, or refuses: nothing was stored. */
function onRefused({ ok }) {
  nameButtons();
  if (ok) return openDialog("share");
  stored = null;
  one("#share")?.close();
}

function onSaved(sent) {
  const path = one("#share-link").pathname;
  stored = sent;
  form.action = path;
  if (path !== address) history.pushState(null, "", path);
  address = path;
  moveDraft();
  showChange();
  nameButtons();
  one("#share")?.close();
  const popover = one("#saved");
  if (!popover.matches(":popover-open")) popover.showPopover();
  one("#saved-link").select();
  one("#saved-link").focus();
}

/** Stores a new title or expiry as soon as it was chosen. */
async function saveDetail(event, field) {
  const body = new URLSearchParams([[field.name, field.value], ["csrfmiddlewaretoken", one("[name=csrfmiddlewaretoken]", form).value]]);
  const answer = await send(field.dataset.address, body, () => saveDetail(event, field));
  if (!answer) return;
  show(answer.html);
  if (!answer.ok || field.name !== "title") return showChange();
  setTitle(field.value);
  if (stored) stored.title = field.value;
  showChange();
}

function setTitle(text) {
  const title = one("#title");
  title.value = text;
  title.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Names the dialog's buttons: "Share anyway" while it lists secrets, which confirms them. Without the confirmation the
 * server would ask for it. Then Enter cancels.
 */
function nameButtons() {
  const dialog = one("#share");
  if (!dialog) return;
  const hasSecrets = Boolean(one(".secrets", dialog));
  for (const button of all("[data-saves]", dialog)) {
    button.textContent = button.textContent.replace(/ anyway$/, "") + (hasSecrets ? " anyway" : "");
    button.value = button.value.replace(/-anyway$/, "") + (hasSecrets ? "-anyway" : "");
  }
  one("button.primary", dialog).toggleAttribute("data-first", !hasSecrets);
  one("[data-close]", dialog).toggleAttribute("data-first", hasSecrets);
}

/** What `button` sends, and where to. "Share" outside the dialog does what its first button does, but asks. */
function actionOf(button) {
  const first = button.matches(".bar .share, #use *") && one("#share button.primary");
  return first ? { value: first.value.replace(/-anyway$/, ""), formAction: first.formAction } : button;
}

export function startShare() {
  const bar = one("#shared");
  if (bar && !("changed" in bar.dataset)) stored = storable(); // else the server has marked the text as changed already
  onEdited(atRest(showChange));
  onAnswered(nameButtons);
  nameButtons();
  form.addEventListener("submit", (event) => {
    if (!event.submitter?.matches("[data-saves]") || !one("#saved")) return;
    event.preventDefault();
    save(actionOf(event.submitter));
  });
  delegate("change", "#saved [data-address]", saveDetail);
  addEventListener("popstate", () => location.pathname + location.search !== address && location.reload());
  const dialogTitle = one("#share-title");
  if (!dialogTitle) return;
  one("#share").addEventListener("playground:open", () => {
    const { value, placeholder } = one("#title"); // restoring a draft sets the title without an event
    Object.assign(dialogTitle, { value, placeholder });
  });
  dialogTitle.addEventListener("input", () => setTitle(dialogTitle.value));
  dialogTitle.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) one("#share button.primary").click();
  });
}
