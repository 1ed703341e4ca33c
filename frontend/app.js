// The page's behaviour. Each part works without the others, and the page works without all of them.
import "./app/trusted.js";
import { startCopying } from "./app/copying.js";
import { one } from "./app/dom.js";
import { startDraft } from "./app/form/draft.js";
import { startEncoding } from "./app/form/encoding.js";
import { startFields } from "./app/form/fields.js";
import { startFiles } from "./app/form/files.js";
import { startFocus } from "./app/playground/focus.js";
import { startIssues } from "./app/playground/issues.js";
import { startKeys } from "./app/playground/keys.js";
import { startLive } from "./app/playground/live.js";
import { startMenus } from "./app/playground/menus.js";
import { startOutput } from "./app/output/lines.js";
import { startPanes } from "./app/playground/panes.js";
import { startParameterizing } from "./app/form/parameterizing.js";
import { startProvenance } from "./app/output/provenance.js";
import { startRenaming } from "./app/form/renaming.js";
import { startShare } from "./app/share.js";
import { startSets } from "./app/form/sets.js";
import { startSource } from "./app/form/source.js";
import { startSuggestions } from "./app/form/suggestions.js";
import { startSteps } from "./app/output/steps.js";
import { startTheme } from "./app/theme-choice.js";
import { startTraces } from "./app/output/traces.js";
import { startUse } from "./app/output/use.js";

startTheme();
startMenus();
startCopying();
if (one("#playground")) {
  startTraces();
  startSource();
  startFiles(); // before startLive: an undo brings values back, and the request takes them
  startLive();
  startFocus();
  startIssues();
  startOutput();
  startSteps();
  startProvenance();
  startPanes();
  startFields();
  startEncoding();
  startSets();
  startSuggestions();
  startUse();
  startRenaming();
  startParameterizing();
  startKeys();
  startShare();
  startDraft();
} else {
  document.documentElement.dataset.live = ""; // shows the elements that need scripts
}
