// Marks what looks like a reference, `$(VAR)`, `${P}`, `${{P}}`, and the escape `$$`, and tints the ones that are lit.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, MatchDecorator, ViewPlugin } from "@codemirror/view";

const PATTERN = /\$\$\([^()\n]*\)|\$\(([^()\n]+)\)|\$\{\{([A-Za-z0-9_]+)\}\}|\$\{([A-Za-z0-9_]+)\}|\$\$(?!\{)/g;

/** Lights the references to one name: {kind: "parameter" | "variable", name}, or null for none. */
export const light = StateEffect.define();

const lit = StateField.define({
  create: () => null,
  update: (value, transaction) =>
    transaction.effects.reduce((found, effect) => (effect.is(light) ? effect.value : found), value),
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
