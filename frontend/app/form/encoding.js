// Files as values: a file chosen beside a base64 field is encoded in the browser; only its base64 is sent.
import { delegate, make, one } from "../dom.js";
import { sayNow } from "../playground/status.js";

const CHUNK = 0x8000; // bytes that one call converts, because the number of its arguments is limited
const kilobytes = (bytes) => Math.ceil(bytes / 1024);

async function base64Of(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}

/** Shows beside the field why a file was refused; the next answer removes the message. */
function refuse(chooser, message) {
  const row = chooser.closest("[data-field]");
  one(".refused-file", row)?.remove();
  row.append(make("p", { className: "warning refused-file", role: "alert" }, message));
}

async function encode(chooser) {
  const [file] = chooser.files;
  chooser.value = "";
  if (!file) return;
  const mostBytes = Number(chooser.dataset.most);
  if (file.size > mostBytes) {
    refuse(chooser, `${file.name} has ${kilobytes(file.size)} KB; the limit is ${kilobytes(mostBytes)} KB.`);
    return;
  }
  const text = await base64Of(file).catch(() => null);
  const field = document.getElementById(chooser.dataset.encodeInto);
  if (text === null) refuse(chooser, `${file.name} could not be read.`);
  if (text === null || !field) return;
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  sayNow(`Encoded ${file.name}.`);
}

export function startEncoding() {
  delegate("change", "input[data-encode-into]", (event, chooser) => encode(chooser));
}
