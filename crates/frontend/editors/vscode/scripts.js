// Input scripts as tests: each *.script file is a test, run by `crownhead verify`.

const vscode = require("vscode");
const path = require("path");
const { execute } = require("./program");

const PATTERN = "**/*.script";

function activate(context) {
  const tests = vscode.tests.createTestController("crownhead", "Crownhead");
  const add = (uri) => {
    const item = tests.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.range = new vscode.Range(0, 0, 0, 0);
    tests.items.add(item);
    return item;
  };
  const findScripts = async () => (await vscode.workspace.findFiles(PATTERN)).forEach(add);
  const watcher = vscode.workspace.createFileSystemWatcher(PATTERN);
  watcher.onDidCreate(add);
  watcher.onDidDelete((uri) => tests.items.delete(uri.toString()));
  tests.resolveHandler = findScripts;
  tests.refreshHandler = findScripts;
  const runHandler = (request, token) => runTests(tests, request, token);
  tests.createRunProfile("Run", vscode.TestRunProfileKind.Run, runHandler, true);
  context.subscriptions.push(
    tests,
    watcher,
    vscode.commands.registerCommand("crownhead.test", async () => {
      await vscode.workspace.saveAll(false);
      await findScripts();
      await runHandler(new vscode.TestRunRequest(), new vscode.CancellationTokenSource().token);
    }),
  );
  findScripts();
}

/** Runs the requested tests one after another. */
async function runTests(tests, request, token) {
  const all = [];
  tests.items.forEach((item) => all.push(item));
  const excluded = new Set(request.exclude || []);
  const run = tests.createTestRun(request);
  const items = (request.include || all).filter((item) => !excluded.has(item));
  items.forEach((item) => run.enqueued(item));
  for (const item of items) {
    if (token.isCancellationRequested) break;
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    run.started(item);
    const start = Date.now();
    const report = await verify(item.uri.fsPath, controller.signal);
    subscription.dispose();
    const time = Date.now() - start;
    if (token.isCancellationRequested) run.skipped(item);
    else if (report.result === "passed") run.passed(item, time);
    else if (report.result === "failed") {
      run.failed(item, report.mismatches.map(toMessage(item)), time);
    } else run.errored(item, errorMessage(item, report.error), time);
  }
  run.end();
}

/** Verifies one script and returns the report. */
async function verify(file, signal) {
  const args = ["verify", "--json", "--no-artifacts", file];
  const { output, errors } = await execute(args, { cwd: path.dirname(file), signal });
  try {
    return JSON.parse(output).scripts[0];
  } catch {
    return { result: "broken", error: errors || "crownhead verify returned no report" };
  }
}

/** Returns a function that turns a mismatch into a message at the line of the expectation. */
function toMessage(item) {
  return (mismatch) => {
    const message = new vscode.TestMessage(`frame ${mismatch.frame}: ${mismatch.text}`);
    const at = new vscode.Position(Math.max(0, mismatch.line - 1), 0);
    message.location = new vscode.Location(item.uri, at);
    return message;
  };
}

/** Turns the error `text` of a script into a message at the line that the text names. */
function errorMessage(item, text) {
  const message = new vscode.TestMessage(text);
  const line = /\.script:(\d+):/.exec(text);
  const at = new vscode.Position(line ? line[1] - 1 : 0, 0);
  message.location = new vscode.Location(item.uri, at);
  return message;
}

module.exports = { activate };
