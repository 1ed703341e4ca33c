// Builds static/ from frontend/: five scripts, one style sheet, three pictures and the licences of what is inside.
// The same input gives the same bytes everywhere, so the build is committed and nobody needs Node to run the page.
//   node build.mjs [FOLDER]      FOLDER is ../static by default
import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { minify } from "terser";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "..", "static"));

/** For search.js and complete.js: what they import of CodeMirror's core comes from editor/lent.js; any other name fails the build. */
const borrowed = {
  name: "borrowed",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@codemirror\/(state|view|language|lint)$/ }, () => ({ path: "editor/lent.js", namespace: "borrowed" }));
    onLoad({ filter: /./, namespace: "borrowed" }, async ({ path }) => {
      const lists = (await readFile(join(here, path), "utf8")).match(/(?<=^export \{)[^}]+/gm);
      return { contents: `export const {${lists.join(", ").replace(/,\s*,/g, ",")}} = window.playgroundEditor.lent;` };
    });
  },
};

/** A style sheet with the files that it imports in their places: esbuild would wrap each in a layer of its own. */
const inlined = {
  name: "inlined",
  setup({ onLoad }) {
    onLoad({ filter: /css\/parts\.css$/ }, async ({ path }) => {
      const names = [...(await readFile(path, "utf8")).matchAll(/^@import "(.+)";$/gm)].map(([, name]) => name);
      const texts = await Promise.all(names.map((name) => readFile(join(dirname(path), name), "utf8")));
      return { contents: texts.join("\n"), loader: "css" };
    });
  },
};

const settings = {
  absWorkingDir: here,
  preserveSymlinks: true, // also of a linked node_modules: the licences are looked for by these paths
  outdir: target,
  bundle: true,
  format: "iife",
  // older browsers lack light-dark(), nesting and popovers
  target: ["es2022", "chrome123", "firefox128", "safari17.5"],
  minify: true,
  legalComments: "none",
  sourcemap: false,
  metafile: true,
  logLevel: "warning",
};
const outputs = [
  await build({ ...settings, entryPoints: ["app.js", "editor.js", "theme.js", "app.css"], plugins: [inlined] }),
  await build({ ...settings, entryPoints: ["search.js", "complete.js"], plugins: [borrowed] }),
];
const inputs = outputs.flatMap(({ metafile }) => Object.keys(metafile.inputs));

await mkdir(target, { recursive: true });
for (const script of ["app.js", "complete.js", "editor.js", "search.js", "theme.js"]) await shorten(join(target, script));
for (const picture of ["icons.svg", "favicon.svg", "badge.svg"]) await copyFile(join(here, picture), join(target, picture));
await writeFile(join(target, "LICENSES.txt"), await licences(inputs));

/** A bundled script, minified further than by esbuild: saves 3 % of what a first visit transfers. */
async function shorten(path) {
  const text = await readFile(path, "utf8");
  const compress = { passes: 2, hoist_props: false }; // objects taken apart compress worse: 0.1 KB
  const { code } = await minify(text, { ecma: 2020, toplevel: true, compress, format: { comments: false } });
  await writeFile(path, `${code}\n`);
}

/** Name, version and licence text of every bundled package, sorted by name. */
async function licences(inputs) {
  const folders = inputs.map((path) => path.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]).filter(Boolean);
  const notices = [];
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(here, folder, "package.json"), "utf8"));
    const file = (await readdir(join(here, folder))).sort().find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file`);
    const text = await readFile(join(here, folder, file), "utf8");
    notices.push(`${name} ${version} (${license})\n\n${text.replaceAll("\r\n", "\n").trim()}\n`);
  }
  const rule = `\n${"-".repeat(80)}\n\n`;
  return `The scripts beside this file contain these packages.\n${rule}${notices.join(rule)}`;
}
