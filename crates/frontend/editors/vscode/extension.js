// Starts `crownhead lsp` for dasm sources and `crownhead dap` for launch configurations.
// Untried: written from the documentation of VS Code.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("crownhead").get("program", "crownhead");
}

function activate(context) {
  const server = { command: program(), args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "dasm" }, { pattern: "**/crownhead.toml" }],
  };
  client = new LanguageClient("crownhead", "Crownhead", server, options);
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("crownhead", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
    }),
  );
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
