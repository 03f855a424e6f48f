// The picture beside the code: the frame as far as the beam has drawn it. Clicking a pixel shows
// the writes that determined it, with their source lines.

const vscode = require("vscode");

let panel;
/** The debug session that stopped most recently. */
let stoppedSession;

/** Opens the panel, or brings it to the front. */
function open() {
  if (panel) {
    panel.reveal(undefined, true);
    return;
  }
  panel = vscode.window.createWebviewPanel(
    "crownhead.picture",
    "Picture",
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panel.webview.html = PAGE;
  panel.webview.onDidReceiveMessage(receive);
  panel.onDidDispose(() => (panel = undefined));
}

/** Requests the picture at the current stop, and shows it. */
async function update() {
  if (!panel || !stoppedSession) return;
  try {
    panel.webview.postMessage({ picture: await stoppedSession.customRequest("crownhead/picture") });
  } catch (error) {
    panel.webview.postMessage({ text: error.message });
  }
}

async function receive(message) {
  if (message.ready) await update();
  else if (message.source) await showSource(message.source, message.line);
  else if (!stoppedSession) panel.webview.postMessage({ text: "No program is being debugged." });
  else {
    try {
      const pixel = await stoppedSession.customRequest("crownhead/pixel", message);
      panel.webview.postMessage({ pixel });
    } catch (error) {
      panel.webview.postMessage({ text: error.message });
    }
  }
}

/** Opens a source at a line, in the first editor column, beside the picture. */
async function showSource(file, line) {
  const document = await vscode.workspace.openTextDocument(file);
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection });
}

function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("crownhead.picture", open),
    vscode.debug.registerDebugAdapterTrackerFactory("crownhead", {
      createDebugAdapterTracker: (session) => ({
        onDidSendMessage: (message) => {
          if (message.type !== "event" || message.event !== "stopped") return;
          stoppedSession = session;
          update();
        },
      }),
    }),
    vscode.debug.onDidStartDebugSession((started) => {
      if (started.type !== "crownhead") return;
      if (vscode.workspace.getConfiguration("crownhead").get("pictureWhileDebugging")) open();
    }),
    vscode.debug.onDidTerminateDebugSession((ended) => {
      if (ended === stoppedSession) stoppedSession = undefined;
    }),
  );
}

const PAGE = `<!DOCTYPE html>
<html lang="en">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
  img { width: 100%; max-width: 960px; image-rendering: pixelated; cursor: crosshair; }
  button { all: unset; cursor: pointer; color: var(--vscode-textLink-foreground); }
  button:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
</style>
<img id="picture" alt="The frame, with the position of the beam" hidden>
<p id="text" role="status">The picture appears when the program stops. Click a pixel to see what
drew it.</p>
<ul id="writes"></ul>
<script>
  const editor = acquireVsCodeApi();
  const [picture, text, writes] = ["picture", "text", "writes"].map((id) =>
    document.getElementById(id));
  let height = 1;
  picture.addEventListener("click", (event) => {
    const x = Math.floor((event.offsetX / picture.clientWidth) * 160);
    const scanline = Math.floor((event.offsetY / picture.clientHeight) * height);
    editor.postMessage({ x: Math.min(x, 159), scanline: Math.min(scanline, height - 1) });
  });
  addEventListener("message", ({ data }) => {
    if (data.picture && !data.picture.uri) text.textContent = "The beam has drawn no scanline yet.";
    else if (data.picture) {
      height = data.picture.height;
      picture.src = data.picture.uri;
      picture.hidden = false;
    }
    if (data.text) text.textContent = data.text;
    if (data.pixel) {
      const shown = data.pixel.shown.join(", ") || "the background";
      text.textContent = data.pixel.place + ": " + shown;
      writes.replaceChildren(...data.pixel.writes.map((write) => {
        const item = document.createElement("li");
        const button = document.createElement(write.line ? "button" : "span");
        button.textContent = write.text;
        if (write.line) {
          button.addEventListener("click", () =>
            editor.postMessage({ source: write.source.path, line: write.line }));
        }
        item.append(button);
        return item;
      }));
    }
  });
  editor.postMessage({ ready: true });
</script>
</html>`;

module.exports = { activate };
