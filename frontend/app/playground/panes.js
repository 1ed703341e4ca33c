// The four panes: which one is in front on a narrow screen, and how the results are divided on a wide one.
import { all, isNarrow, one } from "../dom.js";
import { onAnswered } from "./live.js";
import { preferences } from "../storage.js";

const NAMES = ["source", "parameters", "output", "issues"];
const STEP = 24; // pixels that a key moves the divider
const LEAST_ISSUES = 128; // pixels of height
const LEAST_OUTPUT = 160; // pixels of height

const tabs = () => all(".tabs [data-pane]");

/** Brings a pane to the front and, on request, focuses it. */
export function showPane(name, focus = false) {
  document.body.dataset.pane = name;
  for (const tab of tabs()) {
    const chosen = tab.dataset.pane === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  if (focus) focusPane(name);
}

function focusPane(name) {
  const pane = one(`#pane-${name}`);
  const selectors = {
    source: ".cm-content, textarea:not([hidden])",
    parameters: ".offer button, .folded, [data-field] :is(input:not([type=hidden]), textarea)",
  };
  const target = all(selectors[name] ?? ".pane-body", pane).find((element) => element.checkVisibility())
    ?? one(".pane-body", pane);
  if (!target.matches("button, input, textarea, select, [tabindex], [contenteditable]")) target.tabIndex = -1;
  target.focus();
}

/** Goes to the n-th pane, from 1. */
export const goToPane = (number) => showPane(NAMES[number - 1], true);

/** On a narrow screen the links become tabs and the panes their panels. */
function adoptWidth() {
  const list = one(".tabs");
  if (!list) return;
  const asTabs = isNarrow.matches;
  const set = (element, name, value) => (asTabs ? element.setAttribute(name, value) : element.removeAttribute(name));
  set(list, "role", "tablist");
  for (const tab of tabs()) {
    const pane = one(`#pane-${tab.dataset.pane}`);
    set(tab, "role", "tab");
    set(tab, "aria-controls", pane.id);
    set(pane, "role", "tabpanel");
    if (!asTabs) tab.removeAttribute("aria-selected");
  }
  if (asTabs) showPane(document.body.dataset.pane ?? "source");
}

function onTabKey(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const list = tabs();
  const focused = list.indexOf(document.activeElement);
  const next = { Home: 0, End: list.length - 1 }[event.key] ?? (step && (focused + step + list.length) % list.length);
  if (next === undefined || focused < 0) return;
  event.preventDefault();
  showPane(list[next].dataset.pane);
  list[next].focus();
}

function countInTabs() {
  const counts = { parameters: all("#parameters [data-field]").length, issues: all("#issues .issue").length };
  for (const tab of tabs()) {
    const place = one(".tab-count", tab);
    if (place) place.textContent = counts[tab.dataset.pane] ? ` (${counts[tab.dataset.pane]})` : "";
  }
  const heading = one("#parameters-heading");
  if (heading) one('.tabs [data-pane="parameters"]').firstChild.data = heading.textContent;
}

/** The line between output and issues: moved by dragging or with the arrow keys; a double click resets it. */
function startDivider(divider) {
  const results = divider.parentElement;
  const issues = one("#pane-issues");
  const apply = (height) => {
    const most = results.clientHeight - LEAST_OUTPUT;
    const value = height === null ? null : Math.round(Math.max(LEAST_ISSUES, Math.min(height, most)));
    if (value === null) results.style.removeProperty("--issues-height");
    else results.style.setProperty("--issues-height", `${value}px`);
    preferences.write("issues-height", value === null ? null : String(value));
    divider.setAttribute("aria-valuenow", String(Math.round((issues.offsetHeight / results.clientHeight) * 100) || 0));
  };
  const stored = Number.parseInt(preferences.read("issues-height"), 10);
  if (stored) apply(stored);
  divider.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    divider.setPointerCapture(event.pointerId);
    const bottom = event.clientY + issues.offsetHeight;
    const move = (moved) => apply(bottom - moved.clientY);
    divider.addEventListener("pointermove", move);
    divider.addEventListener("lostpointercapture", () => divider.removeEventListener("pointermove", move), { once: true });
  });
  divider.addEventListener("dblclick", () => apply(null));
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    apply(issues.offsetHeight + step);
  });
}

export function startPanes() {
  const divider = one(".divider");
  if (divider) startDivider(divider);
  const list = one(".tabs");
  if (!list) return;
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-pane]");
    if (!tab || !isNarrow.matches) return;
    event.preventDefault();
    showPane(tab.dataset.pane);
  });
  list.addEventListener("keydown", onTabKey);
  isNarrow.addEventListener("change", adoptWidth);
  adoptWidth();
  countInTabs();
  onAnswered(countInTabs);
}
