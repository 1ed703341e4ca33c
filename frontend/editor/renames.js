// Renamed parameters and variables, as effects of the edits: undoing an edit undoes the renaming of the form's fields too.
import { invertedEffects } from "@codemirror/commands";
import { StateEffect } from "@codemirror/state";

/** Goes with the edits that rename {kind: "parameter" | "variable", from, to}. */
export const renamed = StateEffect.define();

const namesIn = ({ effects }) => effects.filter((effect) => effect.is(renamed)).map((effect) => effect.value);

export const undoneRenames = invertedEffects.of((transaction) =>
  namesIn(transaction).map(({ kind, from, to }) => renamed.of({ kind, from: to, to: from })));

/** What an update renames: [{kind, from, to}]. */
export const renames = ({ transactions }) => transactions.flatMap(namesIn);
