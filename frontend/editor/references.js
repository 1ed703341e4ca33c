// Marks texts that look like references, `$(VAR)`, `${P}`, `${{P}}`, and the escape `$$`, and tints the highlighted ones.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, hoverTooltip, MatchDecorator, ViewPlugin } from "@codemirror/view";

const PATTERN = /\$\$\([^()\n]*\)|\$\(([^()\n]+)\)|\$\{\{([A-Za-z0-9_]+)\}\}|\$\{([A-Za-z0-9_]+)\}|\$\$(?!\{)/g;

/** Highlights the references to one name: {kind: "parameter" | "variable", name}, or null for none. */
export const light = StateEffect.define();

const lit = StateField.define({
  create: () => null,
  update: (value, transaction) =>
    transaction.effects.reduce((latest, effect) => (effect.is(light) ? effect.value : latest), value),
});

const matcher = new MatchDecorator({
  regexp: PATTERN,
  decoration(match, view) {
    const [text, variable, typed, plain] = match;
    if (text.startsWith("$$")) return Decoration.mark({ class: "ref ref-escaped" });
    const name = variable ?? typed ?? plain;
    const wanted = view.state.field(lit);
    const on = wanted?.name === name && (wanted.kind === "parameter" || variable !== undefined);
    const kind = variable === undefined ? "ref-parameter" : "ref-variable";
    return Decoration.mark({ class: `ref ${kind}${on ? " is-lit" : ""}`, attributes: { "data-name": name } });
  },
});

const marks = ViewPlugin.define(
  (view) => ({
    decorations: matcher.createDeco(view),
    update(update) {
      const changed = update.startState.field(lit) !== update.state.field(lit);
      this.decorations = changed ? matcher.createDeco(update.view) : matcher.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

export const references = [lit, marks];

const REST = 600; // milliseconds that the pointer rests on a reference

/** A button beside a reference under the pointer; the button calls `trace` with the reference's offset. */
export const traceOffer = (trace) =>
  hoverTooltip(
    (view, pos) => {
      const line = view.state.doc.lineAt(pos);
      const offset = pos - line.from;
      const holdsOffset = ({ index, 0: text }) => index <= offset && offset <= index + text.length;
      const match = [...line.text.matchAll(PATTERN)].find(holdsOffset);
      if (!match) return null;
      const create = () => {
        const dom = document.createElement("button");
        Object.assign(dom, { type: "button", className: "trace-offer", textContent: "How it came about" });
        dom.addEventListener("click", () => trace(line.from + match.index));
        return { dom };
      };
      return { pos: line.from + match.index, end: line.from + match.index + match[0].length, above: true, create };
    },
    { hoverTime: REST, hideOnChange: true },
  );
