// Starts the language server of Template Playground, and connects it with VS Code.
"use strict";

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const DOCUMENTS = ["yaml", "json"].map((language) => ({ language }));
let client;

/** VS Code calls this at the first YAML or JSON file. */
exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("templatePlayground").get("command");
  const options = { documentSelector: DOCUMENTS, synchronize: { configurationSection: "templatePlayground" } };
  client = new LanguageClient("templatePlayground", "Template Playground", { command, args }, options);
  try {
    await client.start();
  } catch (error) {
    const install = "In Template Playground's repository, run `pipx install --force '.[lsp]'`";
    const advice = `${install}, or set templatePlayground.command.`;
    window.showErrorMessage(`Template Playground: \`${command}\` did not start (${error.message}). ${advice}`);
  }
};

/** VS Code calls this at its end. */
exports.deactivate = () => client?.stop();
