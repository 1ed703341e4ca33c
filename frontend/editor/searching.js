// The place of the search, a script of its own (search.js) that is asked for when the editor gets the focus.
import { Compartment } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/**
 * The extension; `bring()` promises the script. Until it is there, its key waits for it; where it cannot be had, the key
 * is the browser's, and the next focus asks again.
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
