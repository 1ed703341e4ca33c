// Before the first paint: the chosen theme, and what only works with scripts. Loaded in <head> without defer, so that
// nothing flashes or moves.
const root = document.documentElement;
root.dataset.scripts = "";
// without its own script, a page is the one for browsers without scripts
addEventListener("error", ({ target }) => target.matches?.('script[src*="app"]') && delete root.dataset.scripts, true);
const choice = (() => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage is switched off: follow the system
  }
})();
if (choice === "light" || choice === "dark") root.dataset.theme = choice;
