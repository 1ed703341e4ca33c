// The shortcuts that the help dialog lists, everywhere on the page and before the editor gets the key.
import { isField, one } from "../dom.js";
import { visitNext } from "./issues.js";
import { ask } from "./live.js";
import { openDialog } from "./menus.js";
import { goToPane } from "./panes.js";
import { askParameter } from "../form/parameterizing.js";
import { askRename } from "../form/renaming.js";
import { visitChange } from "../output/steps.js";
import { traceAt } from "../output/traces.js";

function toggleSyntax() {
  const chosen = one('[name="syntax"]:checked');
  const other = chosen && one(`[name="syntax"]:not([value="${chosen.value}"])`);
  other?.click();
}

/** The action of a key press; null if it is not a shortcut. */
function meaningOf(event) {
  const command = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (event.key === "F8" && !command && !event.altKey) return () => visitNext(event.shiftKey ? -1 : 1);
  if (event.key === "F2" && !command && !event.altKey && !one("dialog:modal")) return () => askRename();
  if (command && event.key === "Enter") return () => ask();
  if (command && !event.shiftKey && event.key.toLowerCase() === "s") return () => openDialog("share");
  if (command && event.shiftKey && event.key.toLowerCase() === "y") return toggleSyntax;
  const alt = event.altKey && !event.ctrlKey && !event.metaKey;
  if (alt && event.code === "KeyT") return () => traceAt();
  if (alt && event.code === "KeyP" && !event.shiftKey && !one("dialog:modal")) return () => askParameter();
  if (alt && event.code === "KeyN") return () => visitChange(event.shiftKey ? -1 : 1);
  const digit = alt && /^Digit([1-4])$/.exec(event.code);
  if (digit) return () => goToPane(Number(digit[1]));
  if (event.key === "?" && !command && !isField(event.target)) return () => openDialog("help");
  return null;
}

export function startKeys() {
  addEventListener("keydown", (event) => {
    const act = !event.isComposing && meaningOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }, { capture: true });
}
