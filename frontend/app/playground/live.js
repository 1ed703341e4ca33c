// The live loop: when a request is sent, and which answers are used.
//
// Every edit increments the revision and aborts the pending request; an answer to an older revision is dropped. So an
// answer never undoes what was typed after its request was sent, wherever the focus is.
import htmx from "htmx.org";
import { showAnswer } from "./banner.js";
import { one } from "../dom.js";
import { guardedFetch, retryWith } from "./network.js";
import { holdStatus, say } from "./status.js";
import { onSourceChange, onSourceLeft, source } from "../form/source.js";

const SEND_AFTER = 300; // milliseconds without an edit
const SEND_LONG_AFTER = 800; // milliseconds, for a long text
const LONG_TEXT = 64 * 1024; // characters
const LONGEST_LIVE = 512 * 1024; // characters: a longer text is sent only when the user asks
const BUSY_AFTER = 400; // milliseconds without an answer until the page says that it waits
const SLOW_AFTER = 2000; // milliseconds without an answer until the page offers to cancel

const form = one("#playground");
const output = one("#output");
const editListeners = new Set();
const answerListeners = new Set();
let revision = 0;
let timer = 0;
let waiting = false; // an edit has not been sent yet
let pressed = null; // the button whose name and value go with the next request
let busyTimers = [];
let answeredAt = Date.now(); // the time of the last answer to a readable text

export const onEdited = (listener) => editListeners.add(listener);
/** Calls `listener` after an answer to the current revision was put into the page. */
export const onAnswered = (listener) => answerListeners.add(listener);

const isLong = () => source().size() > LONG_TEXT;
const isPaused = () => source().size() > LONGEST_LIVE;

/** Something has changed: send a request after a pause, or now. */
export function change(now = false) {
  revision += 1;
  waiting = true;
  clearTimeout(timer);
  htmx.trigger(form, "htmx:abort");
  holdStatus();
  form.toggleAttribute("data-paused", isPaused());
  editListeners.forEach((listener) => listener());
  if (isPaused()) {
    form.dataset.outdated = ""; // the results on the page belong to an earlier text
    return;
  }
  if (now) send();
  else timer = setTimeout(send, isLong() ? SEND_LONG_AFTER : SEND_AFTER);
}

/** Sends a request now, however long the text is; `button` is included as if it had submitted the form. */
export function ask(button = null) {
  pressed = button;
  revision += 1;
  htmx.trigger(form, "htmx:abort");
  send();
}

function send() {
  clearTimeout(timer);
  waiting = false;
  htmx.trigger(form, "playground:send");
}

function sendWhatWaits() {
  if (waiting && !isPaused()) send();
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
  ctx.revision = revision;
  ctx.fetch = guardedFetch;
  ctx.request.timeout = 0; // guardedFetch has its own time limit
  if (pressed?.name) ctx.request.body.set(pressed.name, pressed.value);
  // A server reads a form of many parts slowly. A long text is still sent in parts: escapes would make it longer.
  if (!isLong()) ctx.request.body = new URLSearchParams(ctx.request.body);
  pressed = null;
}

/** Takes status and banner out of htmx's swaps: status.js and banner.js announce them. */
function onBeforeSwap(event) {
  const { tasks } = event.detail;
  const take = (id) => {
    const index = tasks.findIndex((task) => task.target?.id === id);
    return index < 0 ? null : tasks.splice(index, 1)[0].fragment;
  };
  const summary = take("status");
  if (summary) say(summary.textContent);
  showAnswer(take("banner"));
}

function onAfterSwap(event) {
  const { title, response } = event.detail.ctx;
  if (response.status >= 400) return; // a refused request: the results on the page still belong to the answer before
  delete form.dataset.outdated;
  if (title) document.title = title; // htmx changes the title only with its main target
  tellAge();
  answerListeners.forEach((listener) => listener());
}

/** The last request has ended; without an answer, the results on the page belong to an older text. */
function onEnd(event) {
  const { ctx } = event.detail;
  if (ctx.revision !== revision) return;
  busy(false);
  if (!(ctx.response?.status < 400)) form.dataset.outdated = "";
}

/** Shows how old an outdated result is. */
function tellAge() {
  const place = one("#stale .age");
  if (place) place.textContent = ` (${Math.max(1, Math.round((Date.now() - answeredAt) / 1000))} s ago)`;
  else answeredAt = Date.now();
}

function onTitle() {
  const name = one("#title").value.trim() || "Template Playground";
  document.title = document.title.replace(/^(\(.*?\) )?.*$/s, (all, count = "") => count + name);
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
    if (event.detail.ctx.revision !== revision) event.preventDefault();
  });
  form.addEventListener("htmx:before:swap", onBeforeSwap);
  form.addEventListener("htmx:after:swap", onAfterSwap);
  form.addEventListener("htmx:finally:request", onEnd);
  one("#cancel")?.addEventListener("click", () => htmx.trigger(form, "htmx:abort"));
  onSourceChange((kind) => change(kind !== "typing"));
  onSourceLeft(sendWhatWaits);
  retryWith(ask);
  listenToFields();
  htmx.process(form); // now, not after the scripts: a restored draft asks at once
  document.documentElement.dataset.live = "";
}

function listenToFields() {
  const isTyped = (target) => target.matches("input:not([type=radio], [type=checkbox]), textarea");
  const affectsAnswer = (target) => target.name && !["source", "title", "severity", "use"].includes(target.name);
  form.addEventListener("input", (event) => {
    if (affectsAnswer(event.target)) change(!isTyped(event.target) || /Paste|Drop/.test(event.inputType));
  });
  one("#title").addEventListener("input", onTitle);
  form.addEventListener("focusout", (event) => affectsAnswer(event.target) && sendWhatWaits());
}
