// The parts of the editor that are separate scripts: loaded when the editor gets the focus, so the first visit is smaller.
import { Compartment } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/**
 * The extension for the script `name`; `bring(name)` returns a promise of it. Until the script is loaded, its `key` waits
 * for it. If it cannot be loaded, the browser gets the key, and the next focus tries again. The script puts its part,
 * {extensionFor(host), open(view)}, into `window.playgroundEditor`; `host` is what the page gives to the part.
 */
export function later(name, key, bring, host) {
  const place = new Compartment();
  let coming = null;
  const part = () => window.playgroundEditor[name];
  const ask = (view) =>
    (coming ??= bring(name).then(
      () => view.dispatch({ effects: place.reconfigure(part().extensionFor(host)) }),
      () => {
        coming = null;
        view.dispatch({ effects: place.reconfigure([]) });
      },
    ));
  const open = (view) => (ask(view).then(() => part()?.open(view)), true);
  return [
    EditorView.domEventHandlers({ focus: (_event, view) => void ask(view) }),
    place.of(keymap.of([{ key, run: open }])),
  ];
}
