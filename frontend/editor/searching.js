// Loads the search, a separate script (search.js), when the editor gets the focus.
import { Compartment } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/**
 * The extension; `bring()` returns a promise of the script. Until the script is loaded, its key waits for it. If
 * the script cannot be loaded, the browser gets the key, and the next focus tries again.
 */
export function searching(bring) {
  const place = new Compartment();
  let coming = null;
  const ask = (view) =>
    (coming ??= bring().then(
      () => view.dispatch({ effects: place.reconfigure(window.playgroundEditor.search.extension) }),
      () => {
        coming = null;
        view.dispatch({ effects: place.reconfigure([]) });
      },
    ));
  const open = (view) => (ask(view).then(() => window.playgroundEditor.search?.open(view)), true);
  return [
    EditorView.domEventHandlers({ focus: (_event, view) => void ask(view) }),
    place.of(keymap.of([{ key: "Mod-f", run: open }])),
  ];
}
