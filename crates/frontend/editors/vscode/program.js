// Runs the program `crownhead`, and determines which file to pass to it for a given source.

const vscode = require("vscode");
const { execFile } = require("child_process");
const fs = require("fs");
const path = require("path");

const PROJECT = "crownhead.toml";

/** Returns the program's path from the settings. */
function programPath() {
  return vscode.workspace.getConfiguration("crownhead").get("program") || "crownhead";
}

/**
 * Returns the project file in the folder of `uri` or a parent folder, up to the workspace folder;
 * `undefined` if there is none.
 */
function projectOf(uri) {
  const workspace = vscode.workspace.getWorkspaceFolder(uri);
  const topFolder = workspace ? workspace.uri.fsPath : path.dirname(uri.fsPath);
  for (let folder = path.dirname(uri.fsPath); ; folder = path.dirname(folder)) {
    const project = path.join(folder, PROJECT);
    if (fs.existsSync(project)) return project;
    if (folder === topFolder || folder === path.dirname(folder)) return undefined;
  }
}

/** Returns the path to run for a file: its project if there is one, otherwise the file itself. */
function targetOf(uri) {
  return projectOf(uri) || uri.fsPath;
}

/** Runs the program until it exits. Resolves to status, output and error text; never rejects. */
function execute(args, options = {}) {
  return new Promise((resolve) => {
    const execOptions = { maxBuffer: 64 << 20, ...options };
    execFile(programPath(), args, execOptions, (error, output, errors) => {
      const status = !error ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ status, output, errors: errors || (error ? error.message : "") });
    });
  });
}

module.exports = { execute, programPath, projectOf, targetOf };
