// The live loop: when a request is sent, and which answers are used.
//
// A request goes out at once when none is under way; what is typed meanwhile follows when the answer is there. Such an
// answer updates the results only: it never touches the form, so it undoes nothing that was typed after its request.
import htmx from "htmx.org";
import { bannerText, showAnswer } from "./banner.js";
import { one } from "../dom.js";
import { guardedFetch, retryWith } from "./network.js";
import { holdStatus, say } from "./status.js";
import { onSourceChange, source } from "../form/source.js";

const APART = 120; // milliseconds between two requests for what is typed: at most 500 a minute, below the server's limit
const PATIENCE = 2000; // milliseconds that a newer text waits for the answer to an older one
const LONG_TEXT = 64 * 1024; // characters
const LONGEST_LIVE = 512 * 1024; // characters: of a longer text, what is typed is sent only when the user asks
const OLD_AFTER = 250; // milliseconds after an edit until its predecessor's results are shown as old
const BUSY_AFTER = 400; // milliseconds without an answer until the page says that it waits
const SLOW_AFTER = 2000; // milliseconds without an answer until the page offers to cancel

const SITE = "Template Playground"; // the end of each title of the window
const UNTITLED = "Untitled";
const COUNT_AND_NAME = /^(\(\d+ errors?\) )?(?:(.*) – )?Template Playground$/s; // a title of the window

const OF_THE_TEXT = ["output", "parameters-heading", "parameters"]; // ids of what a broken text leaves as it was
const OF_THE_FORM = ["parameters-heading", "parameters", "share-contents"]; // ids of places with fields

const form = one("#playground");
const output = one("#output");
const MOST_BYTES = Number(one("#source")?.dataset.most); // other pages have no source
const editListeners = new Set();
const answerListeners = new Set();
let revision = 0;
let timer = 0;
let waiting = false; // an edit has not been sent yet
let underWay = null; // htmx's context of the request that is under way
let sentAt = -APART; // the time of the last request
let pressed = []; // {name, value} of the buttons whose answer has not changed the form yet: they go with each request
let busyTimers = [];
let oldTimer = 0;
let answeredAt = Date.now(); // the time of the last answer to a readable text

export const onEdited = (listener) => editListeners.add(listener);
/** Calls `listener(isLast)` after an answer was put into the page; `isLast` if nothing was changed since its request. */
export const onAnswered = (listener) => answerListeners.add(listener);
/** Whether the results on the page belong to an earlier text or to earlier values. */
export const isOutdated = () => waiting || underWay !== null || "outdated" in form.dataset || one("#stale").hasChildNodes();

/** The bytes of a text that is too large to be sent; 0 for any other. */
function excess() {
  if (source().size() * 3 <= MOST_BYTES) return 0; // a character of a string takes three bytes at most
  const bytes = new Blob([source().value()]).size;
  return bytes > MOST_BYTES ? bytes : 0;
}

const isLong = () => source().size() > LONG_TEXT;
const isPaused = () => source().size() > LONGEST_LIVE && !excess();

/** Something was typed: send a request as soon as no other is under way. With `now`, the other is given up. */
export function change(now = false) {
  revision += 1;
  holdStatus();
  form.toggleAttribute("data-paused", isPaused());
  editListeners.forEach((listener) => listener());
  if (now) return ask();
  if (isPaused()) {
    form.dataset.outdated = ""; // the results on the page belong to an earlier text
    return;
  }
  waiting = true;
  oldTimer ||= setTimeout(() => (form.dataset.pending = ""), OLD_AFTER);
  follow();
}

/** Sends a request now, however long the text is; `button` is included as if it had submitted the form. */
export function ask(button = null) {
  if (button?.name) pressed.push({ name: button.name, value: button.value });
  revision += 1;
  oldTimer ||= setTimeout(() => (form.dataset.pending = ""), OLD_AFTER);
  htmx.trigger(form, "htmx:abort");
  send();
}

/** Sends what waits as soon as it may be sent, at the earliest when all edits of one step are made. */
function follow() {
  clearTimeout(timer);
  const wait = sentAt + (underWay ? PATIENCE : APART) - performance.now();
  if (wait > 0) timer = setTimeout(send, wait);
  else queueMicrotask(() => waiting && send());
}

function send() {
  clearTimeout(timer);
  waiting = false;
  sentAt = performance.now();
  htmx.trigger(form, "playground:send");
}

/** The results on the page belong to the present text. */
function settle() {
  clearTimeout(oldTimer);
  oldTimer = 0;
  delete form.dataset.pending;
}

function busy(on) {
  busyTimers.forEach(clearTimeout);
  busyTimers = on ? [setTimeout(showBusy, BUSY_AFTER), setTimeout(showSlow, SLOW_AFTER)] : [];
  if (on) return;
  form.classList.remove("is-busy", "is-slow");
  output.removeAttribute("aria-busy");
}

function showBusy() {
  form.classList.add("is-busy");
  output.setAttribute("aria-busy", "true");
}

function showSlow() {
  form.classList.add("is-slow");
}

function onConfigure(event) {
  const { ctx } = event.detail;
  if (ctx.sourceElement !== form) return;
  underWay = ctx;
  ctx.revision = revision;
  ctx.banner = bannerText();
  source().sending();
  ctx.fetch = guardedFetch;
  ctx.request.timeout = 0; // guardedFetch has its own time limit
  ctx.pressed = [...pressed];
  for (const { name, value } of pressed) ctx.request.body.append(name, value); // of one name the server reads the last
  const bytes = excess(); // the server only says how much too large the text is
  if (bytes) ctx.request.body.set("source-bytes", bytes);
  if (bytes) ctx.request.body.delete("source");
  // A server reads a form of many parts slowly. A long text is still sent in parts: escapes would make it longer.
  if (bytes || !isLong()) ctx.request.body = new URLSearchParams(ctx.request.body);
}

/** Takes status and banner out of htmx's swaps: status.js and banner.js announce them. */
function onBeforeSwap(event) {
  const { ctx, tasks } = event.detail;
  const take = (id) => {
    const index = tasks.findIndex((task) => task.target?.id === id);
    return index < 0 ? null : tasks.splice(index, 1)[0].fragment;
  };
  const summary = take("status");
  if (summary) say(summary.textContent);
  showAnswer(take("banner"), ctx.banner);
  const stale = tasks.find((task) => task.target?.id === "stale")?.fragment;
  if (stale?.textContent.trim()) {
    if (keepsOutput()) OF_THE_TEXT.forEach(take);
    else stale.replaceChildren(); // the output itself says that the text cannot be read
  }
  if (ctx.revision !== revision) OF_THE_FORM.forEach(take);
}

/** Whether the output stays, marked as old: that of an earlier state of the same text, not of another text. */
const keepsOutput = () => source().keepsShown() && !one("#output > :is(.start, .unread)");

function onAfterSwap(event) {
  const { title, response, pressed: buttons, revision: answered } = event.detail.ctx;
  if (response.status >= 400) return; // a refused request: the results on the page still belong to the answer before
  delete form.dataset.outdated;
  if (title) adoptTitle(title); // htmx changes the title only with its main target
  tellAge();
  answerListeners.forEach((listener) => listener(answered === revision));
  if (buttons.length) editListeners.forEach((listener) => listener()); // the answer to a button may change the form
}

/** A request has ended; without an answer, the results on the page belong to an older text. */
function onEnd(event) {
  const { ctx } = event.detail;
  if (ctx !== underWay) return;
  underWay = null;
  busy(false);
  if (ctx.response && ctx.revision === revision) pressed = pressed.filter((button) => !ctx.pressed.includes(button));
  if (waiting) return follow();
  settle();
  if (ctx.revision !== revision || !(ctx.response?.status < 400)) form.dataset.outdated = "";
}

/** Shows how old an outdated result is. */
function tellAge() {
  const place = one("#stale .age");
  if (place) place.textContent = ` (${Math.max(1, Math.round((Date.now() - answeredAt) / 1000))} s ago)`;
  else answeredAt = Date.now();
}

/** The window's title becomes the text's title, or else the name of its Template or object. */
function showTitle() {
  const { value, placeholder } = one("#title");
  const name = value.trim() || (placeholder === UNTITLED ? "" : placeholder);
  document.title = document.title.replace(COUNT_AND_NAME, (title, count = "") => `${count}${name && `${name} – `}${SITE}`);
}

/** The title of an answer; of a text that is broken for the moment, which has no name, only the count of errors. */
function adoptTitle(title) {
  document.title = title;
  const field = one("#title");
  const isBroken = one("#stale").hasChildNodes();
  if (!field.value.trim() && !isBroken) field.placeholder = COUNT_AND_NAME.exec(title)?.[2] ?? UNTITLED;
  showTitle();
}

function onTitle() {
  showTitle();
  editListeners.forEach((listener) => listener());
}

/** Buttons that lead to another page (share, download) are left to the browser. */
function onSubmit(event) {
  const button = event.submitter;
  if (button?.hasAttribute("formaction")) return;
  event.preventDefault();
  ask(button);
}

/** Starts the loop; until then the form works as a plain form. */
export function startLive() {
  form.noValidate = true;
  form.setAttribute("hx-trigger", "playground:send");
  form.setAttribute("hx-sync", "this:replace");
  form.addEventListener("submit", onSubmit);
  form.addEventListener("htmx:config:request", onConfigure);
  form.addEventListener("htmx:before:request", () => busy(true));
  form.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx !== underWay) event.preventDefault(); // its request was given up
  });
  form.addEventListener("htmx:before:swap", onBeforeSwap);
  form.addEventListener("htmx:after:swap", onAfterSwap);
  form.addEventListener("htmx:finally:request", onEnd);
  one("#cancel")?.addEventListener("click", () => {
    pressed = [];
    htmx.trigger(form, "htmx:abort");
  });
  onSourceChange((kind) => change(kind !== "typing"));
  retryWith(ask);
  listenToFields();
  htmx.process(form); // now, not after the scripts: a restored draft asks at once
  document.documentElement.dataset.live = "";
}

/** The user chose a view: without `view-by-text`, the server keeps it whatever text the answer is about. */
function chooseView() {
  if (isOutdated()) one('[name="view-by-text"]').value = "";
  pressed = pressed.filter(({ name }) => name !== "action"); // "Make a Template" is a choice of the view, too
  change(true);
}

function listenToFields() {
  const isTyped = (target) => target.matches("input:not([type=radio], [type=checkbox]), textarea");
  const affectsAnswer = (target) =>
    target.name && !target.matches("[data-part]") && !["source", "title", "view", "severity", "use"].includes(target.name);
  form.addEventListener("input", (event) => {
    if (affectsAnswer(event.target)) change(!isTyped(event.target) || /Paste|Drop/.test(event.inputType));
  });
  // Not `input`: a press on the view that is on already counts, when an answer may still choose another by the text.
  form.addEventListener("click", ({ target }) => {
    if (target.name === "view") chooseView();
  });
  one("#title").addEventListener("input", onTitle);
}
