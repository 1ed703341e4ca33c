// Asks the MDN HTTP Observatory about pages of a server on this machine:
//   node scan.mjs HOST HTTP-PORT HTTPS-PORT PATH…
// One JSON object: for each path the score, the grade, and what every test found. As the scanner's own `scan()` does it,
// which takes neither a port nor a path and no page that says 404 or 500.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = join(dirname(fileURLToPath(import.meta.url)), "node_modules", "@mdn", "mdn-http-observatory");
// Fetched when it is installed, were it allowed to: who is on the browsers' preload list (nobody), and all top-level names.
await mkdir(join(here, "conf"), { recursive: true });
await writeFile(join(here, "conf", "hsts-preload.json"), "{}");
await writeFile(join(here, "conf", "tld-list.json"), "[]");

const { retrieve } = await import(join(here, "src", "retriever", "retriever.js"));
const { ALL_TESTS } = await import(join(here, "src", "constants.js"));
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await import(join(here, "src", "grader", "charts.js"));
const { getGradeForScore, getScoreModifier } = await import(join(here, "src", "grader", "grader.js"));

const [host, httpPort, httpsPort, ...paths] = process.argv.slice(2);
const found = {};
for (const path of paths) found[path] = await scanned(path);
console.log(JSON.stringify(found));

/** What the Observatory says of the page at `path`. */
async function scanned(path) {
  const answers = await retrieve(host, { httpPort, httpsPort, path });
  if (!answers.responses.auto) throw new Error(`${path} is not answered`);
  const tests = {};
  for (const test of ALL_TESTS) {
    const { result, pass, constructor } = test(answers);
    tests[constructor.name] = { result, pass, modifier: result ? getScoreModifier(result) : 0 };
  }
  const modifiers = Object.values(tests).map(({ modifier }) => modifier);
  const penalized = modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 100);
  const credited = modifiers.reduce((sum, modifier) => sum + modifier, 100);
  const { score, grade } = getGradeForScore(penalized >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? credited : penalized);
  return { status: answers.responses.auto.status, score, grade, tests };
}
