// Applies the chosen theme before the first paint; loaded in <head> without defer, so that nothing flashes.
const choice = (() => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // storage is switched off: follow the system
  }
})();
if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
