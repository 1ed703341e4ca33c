// What the editor completes, asked of the server: the names to which a reference can refer, and the fields of a kind.
import { one } from "../dom.js";
import { guardedFetch } from "../playground/network.js";

let pending = null; // the AbortController of the last request

/** A promise of {"${": [{name, value, info}], "$(": […]} for a place; null without an answer. */
export async function references({ line, column }) {
  pending?.abort();
  const { signal } = (pending = new AbortController());
  const form = one("#playground");
  const body = new FormData(form);
  body.set("at", `${line}:${column}`);
  try {
    const response = await guardedFetch(form.dataset.references, { method: "POST", body, signal });
    return response.ok ? JSON.parse(await response.text()) : null;
  } catch {
    return null;
  }
}

const files = new Map(); // promises of what files hold, by address

/** A promise of the fields of a kind in the chosen version of Kubernetes, as kind_fields.py prints them; null for none. */
export function kindFields(apiVersion, kind) {
  if (!/^[a-z0-9.-]+(\/[a-z0-9]+)?$/.test(apiVersion) || !/^[A-Za-z0-9]+$/.test(kind)) return null;
  return fileAt(`/${apiVersion}/${kind}.json`);
}

/** A promise of the kinds of the chosen version of Kubernetes: {apiVersion: [kind]}; null without an answer. */
export const allKinds = () => fileAt(".json");

function fileAt(end) {
  const address = `${one("#playground").dataset.kinds}${one("#kubernetes").value}${end}`;
  if (!files.has(address)) files.set(address, fetchFile(address));
  return files.get(address);
}

async function fetchFile(address) {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    files.delete(address); // the next time tries again
    return null;
  }
}
