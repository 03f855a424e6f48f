// The kernel view: the cycles of a scanline, and each write to the TIA with its slack.

const vscode = require("vscode");
const path = require("path");
const { execute, targetOf } = require("./program");

let panel;
let lastRequest = { frame: "60", line: "100" };

/** Asks for a frame and a line, and shows the line's cycles. */
async function show(context, uri) {
  const answer = await vscode.window.showInputBox({
    prompt: "Frame and scanline, or a range of scanlines",
    value: `${lastRequest.frame} ${lastRequest.line}`,
    validateInput: (text) =>
      /^\d+ \d+([.][.]\d+)?$/.test(text.trim()) ? undefined : "Two numbers, such as 60 100",
  });
  if (!answer) return;
  const [frame, line] = answer.trim().split(" ");
  lastRequest = { frame, line };
  const target = targetOf(uri);
  const args = ["kernel", target, "--frame", frame, "--line", line, "--svg", "-"];
  const result = await execute(args, { cwd: path.dirname(target) });
  if (result.status !== 0) {
    vscode.window.showErrorMessage(result.errors || "crownhead kernel returned no picture");
    return;
  }
  if (!panel) {
    panel = vscode.window.createWebviewPanel("crownhead.kernel", "Kernel", {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
    panel.onDidDispose(() => (panel = undefined), undefined, context.subscriptions);
  }
  panel.title = `Kernel, line ${line}`;
  panel.webview.html = pageWith(result.output);
}

function pageWith(svg) {
  return `<!DOCTYPE html>
<html lang="en">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<body style="background: white">${svg.replace(/^<\?xml[^>]*\?>/, "")}</body>
</html>`;
}

module.exports = { show };
