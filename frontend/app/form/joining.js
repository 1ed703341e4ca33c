// Several files as one text, as `joined` of the engine writes it: each file begins with a comment that names it.
const LONGEST_NAME = 200; // characters
// YAML does not know group 1: JSON's `\/`, and a character written as two escapes.
const ESCAPE = /\\(?:(\/|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2})|.)/g;

const isHidden = (entry) => entry.name.startsWith(".");
const shownName = (name) => name.replace(/[\p{Cc}\u2028\u2029]/gu, "\ufffd").trim().slice(0, LONGEST_NAME) || "unnamed";
const ended = (text) => (!text || text.endsWith("\n") ? text : `${text}\n`);

/** JSON with the escapes that YAML knows, because Kubernetes reads it as YAML after a comment; any other text as it is. */
function asYaml(text) {
  if (!text.includes("\\") || !/^\s*[[{]/.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text.replace(ESCAPE, (escape, unknown) => (unknown ? JSON.parse(`"${escape}"`) : escape));
}

/** The text of `files`, which are [name, File]; fails if one cannot be read. */
export async function joined(files) {
  const texts = await Promise.all(files.map(([, file]) => file.text())); // without a byte order mark
  return texts.map((text, index) => `# file: ${shownName(files[index][0])}\n${ended(asYaml(text))}`).join("---\n");
}

const promised = (act) => new Promise(act);

/** The files below the folder `directory` of a drop, with their paths; without those whose names begin with a dot. */
async function* filesIn(directory) {
  const reader = directory.createReader(); // gives a hundred entries at a time
  for (let entries; (entries = await promised((done, failed) => reader.readEntries(done, failed))).length; ) {
    for (const entry of entries) {
      if (isHidden(entry)) continue;
      if (entry.isDirectory) yield* filesIn(entry);
      else yield [entry.fullPath.slice(1), await promised((done, failed) => entry.file(done, failed))];
    }
  }
}

/**
 * What was dropped as [name, File]; of a folder its files. Ends above `most` files, because a folder may hold any number.
 * Fails if a file is gone.
 */
export async function droppedFiles({ items }, most) {
  const dropped = [...items].filter(({ kind }) => kind === "file"); // the browser empties `items` at the first wait
  const entries = dropped.map((item) => [item.webkitGetAsEntry(), item.getAsFile()]);
  const files = [];
  for (const [entry, file] of entries) {
    if (!entry?.isDirectory) files.push([file.name, file]);
    else for await (const inside of filesIn(entry)) if (files.push(inside) > most) return files;
  }
  return files;
}
