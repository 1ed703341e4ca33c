// Menus and dialogs: native elements, closed by Escape, by a click outside and by a choice.
import { all, delegate, one } from "../dom.js";

function close(menu, refocus) {
  menu.open = false;
  if (refocus) one("summary", menu).focus();
}

/** Opens the dialog with this id, false if there is none or it is open already. */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return false;
  all("details.menu[open]").forEach((menu) => close(menu, false));
  dialog.dispatchEvent(new Event("playground:open"));
  dialog.showModal();
  one("[data-first]", dialog)?.focus(); // else the first field has the focus
  return true;
}

export function startMenus() {
  document.addEventListener("click", (event) => {
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) close(menu, false);
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.activeElement.closest?.("details.menu[open]");
    if (menu) close(menu, true);
  });
  document.addEventListener("focusout", (event) => {
    const menu = event.target.closest?.("details.menu[open]");
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) close(menu, false);
  });
  delegate("click", "details.menu[open] a, details.menu[open] button", (event, item) => close(item.closest("details"), false));
  delegate("click", "[data-dialog]", (event, opener) => {
    if (openDialog(opener.dataset.dialog)) event.preventDefault();
  });
  delegate("click", "dialog [data-close]", (event, button) => {
    event.preventDefault();
    button.closest("dialog").close();
  });
  delegate("click", "dialog", (event, dialog) => event.target === dialog && dialog.close());
}
