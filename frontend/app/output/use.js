// "Use it": the files and commands of the text as it is now, requested when the dialog opens.
import { one } from "../dom.js";
import { fragmentsFrom } from "./fragments.js";

const PAUSE = 300; // milliseconds after the last key before the contents follow a field of the dialog

export function startUse() {
  const dialog = one("#use");
  const contents = one("#use-contents");
  const request = fragmentsFrom(dialog.dataset.url);
  let loads = 0;
  const load = async () => {
    const number = ++loads;
    const html = await request({ action: "use-part" });
    if (html !== null) contents.innerHTML = html;
    else if (number === loads && !contents.firstChild) dialog.close(); // the banner says why there is no answer
  };
  dialog.addEventListener("playground:open", () => {
    contents.replaceChildren();
    load();
  });
  let timer = 0;
  dialog.addEventListener("input", ({ target }) => {
    if (!target.matches('[name="shape"], [data-part], [data-converts]')) return;
    clearTimeout(timer);
    timer = setTimeout(load, target.type === "text" ? PAUSE : 0);
  });
}
