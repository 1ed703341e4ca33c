// The page's behaviour. Each part works without the others, and the page works without all of them.
import "./app/trusted.js";
import { startCopying } from "./app/copying.js";
import { one } from "./app/dom.js";
import { startDownload } from "./app/download.js";
import { startDraft } from "./app/draft.js";
import { startEncoding } from "./app/encoding.js";
import { startFiles } from "./app/files.js";
import { startFocus } from "./app/focus.js";
import { startIssues } from "./app/issues.js";
import { startKeys } from "./app/keys.js";
import { startLive } from "./app/live.js";
import { startMenus } from "./app/menus.js";
import { startOutput } from "./app/output.js";
import { startPanes } from "./app/panes.js";
import { startProvenance } from "./app/provenance.js";
import { startShare } from "./app/share.js";
import { startSource } from "./app/source.js";
import { startTheme } from "./app/theme-choice.js";
import { startTraces } from "./app/traces.js";

startTheme();
startMenus();
startCopying();
if (one("#playground")) {
  startTraces();
  startSource();
  startLive();
  startFocus();
  startIssues();
  startOutput();
  startProvenance();
  startPanes();
  startFiles();
  startEncoding();
  startDownload();
  startKeys();
  startShare();
  startDraft();
} else {
  document.documentElement.dataset.live = ""; // what needs scripts can be shown
}
