// Atari 2600 assembly in VS Code: the language server, the debugger, tests, the picture and the
// kernel view. Everything about a game comes from the program `crownhead`; the extension only shows
// it.

const vscode = require("vscode");
const path = require("path");
const { LanguageClient } = require("vscode-languageclient/node");
const { execute, programPath, projectOf, targetOf } = require("./program");
const picture = require("./picture");
const scripts = require("./scripts");
const kernel = require("./kernel");

/**
 * File extensions that other languages use, too. A file with one of these extensions is a dasm
 * source only if there is a project file in its folder or a parent folder.
 */
const SHARED_EXTENSIONS = [".s", ".a", ".h", ".inc"];

let client;

/** Makes dasm the language of a document with a shared file extension if it is in a project. */
async function recognize(document) {
  const isShared = SHARED_EXTENSIONS.includes(path.extname(document.fileName).toLowerCase());
  if (isShared && document.uri.scheme === "file" && document.languageId !== "dasm") {
    if (projectOf(document.uri)) await vscode.languages.setTextDocumentLanguage(document, "dasm");
  }
}

/** Runs the program of `uri` in the console's window. */
function run(uri) {
  const target = targetOf(uri);
  const task = new vscode.Task(
    { type: "crownhead" },
    vscode.TaskScope.Workspace,
    `Run ${path.basename(target)}`,
    "crownhead",
    new vscode.ProcessExecution(programPath(), [target], { cwd: path.dirname(target) }),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent };
  return vscode.tasks.executeTask(task);
}

function debug(uri) {
  const target = targetOf(uri);
  return vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(vscode.Uri.file(target)), {
    type: "crownhead",
    request: "launch",
    name: `Debug ${path.basename(target)}`,
    program: target,
  });
}

/** Asks for a folder and creates a game in it. */
async function newGame() {
  const parent = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: "Make the game here",
  });
  if (!parent) return;
  const name = await vscode.window.showInputBox({ prompt: "Name of the game", value: "game" });
  if (!name) return;
  const folder = path.join(parent[0].fsPath, name);
  const result = await execute(["new", folder]);
  if (result.status !== 0) vscode.window.showErrorMessage(result.errors);
  else await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder));
}

/** Returns the file that a command works on: its argument, or the file in the active editor. */
function commandFile(uri) {
  const active = vscode.window.activeTextEditor;
  return uri || (active && active.document.uri);
}

/** Registers a command that works on a file. Without a file, the command shows a warning. */
function registerFileCommand(context, name, action) {
  context.subscriptions.push(
    vscode.commands.registerCommand(name, async (uri) => {
      const file = commandFile(uri);
      if (!file) vscode.window.showWarningMessage("Open a source first.");
      else await action(file);
    }),
  );
}

/** Returns whether the program can be started. If it cannot, offers to open the settings. */
function checkProgram() {
  return execute(["--version"]).then((result) => {
    if (result.status === 0) return true;
    const openSettings = "Open the settings";
    const text = `${programPath()} cannot be started: ${result.errors}`;
    vscode.window.showErrorMessage(text, openSettings).then((choice) => {
      if (choice) {
        vscode.commands.executeCommand("workbench.action.openSettings", "crownhead.program");
      }
    });
    return false;
  });
}

async function activate(context) {
  registerFileCommand(context, "crownhead.run", run);
  registerFileCommand(context, "crownhead.debug", debug);
  registerFileCommand(context, "crownhead.kernel", (uri) => kernel.show(context, uri));
  context.subscriptions.push(
    vscode.commands.registerCommand("crownhead.new", newGame),
    vscode.debug.registerDebugAdapterDescriptorFactory("crownhead", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(programPath(), ["dap"]),
    }),
    vscode.workspace.onDidOpenTextDocument(recognize),
  );
  picture.activate(context);
  scripts.activate(context);
  vscode.workspace.textDocuments.forEach(recognize);

  if (!(await checkProgram())) return;
  client = new LanguageClient(
    "crownhead",
    "Crownhead",
    { command: programPath(), args: ["lsp"] },
    {
      documentSelector: [{ language: "dasm" }, { pattern: "**/crownhead.toml" }],
      initializationOptions: () => ({
        kernelFrame: vscode.workspace.getConfiguration("crownhead").get("kernelFrame"),
      }),
    },
  );
  context.subscriptions.push(
    client,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("crownhead.kernelFrame")) client.restart();
    }),
  );
  await client.start();
}

module.exports = { activate };
