// The theme: that of the system, light or dark; the choice is stored in this browser.
import { one } from "./dom.js";
import { preferences } from "./storage.js";
import { sayNow } from "./playground/status.js";

const ORDER = ["auto", "light", "dark"];
const WORDS = { auto: "as the system", light: "light", dark: "dark" };

export function startTheme() {
  const button = one("button.theme");
  if (!button) return;
  const chosen = () => document.documentElement.dataset.theme ?? "auto";
  const nameButton = () => {
    button.setAttribute("aria-label", `Theme: ${WORDS[chosen()]}`);
    button.title = `Theme: ${WORDS[chosen()]}`;
  };
  nameButton();
  button.addEventListener("click", () => {
    const next = ORDER[(ORDER.indexOf(chosen()) + 1) % ORDER.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    preferences.write("theme", next === "auto" ? null : next);
    nameButton();
    sayNow(`Theme: ${WORDS[next]}.`);
  });
}
