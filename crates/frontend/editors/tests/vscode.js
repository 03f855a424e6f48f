// Tests the extension in code-server, using the Chromium browser. Called by .ci/vscode:
//
//   node vscode.js URL PROJECT FOLDER-FOR-PICTURES

const { chromium } = require("playwright-core");
const assert = require("assert");
const fs = require("fs");
const path = require("path");

const [url, projectFolder, pictureFolder] = process.argv.slice(2);
let page;

async function command(name) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().waitFor();
  await page.keyboard.type(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
}

async function open(name) {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input").first().waitFor();
  await page.keyboard.type(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
  await page.locator(".tab.active", { hasText: name }).waitFor();
}

/** Waits for a webview frame with an element that matches `selector`, and returns the frame. */
async function webview(selector) {
  for (;;) {
    for (const frame of page.frames()) {
      if (await frame.locator(selector).count().catch(() => 0)) return frame;
    }
    await page.waitForTimeout(200);
  }
}

async function step(name, action) {
  const limitMs = 60_000;
  let timer;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([action(), timeout]);
    console.log(`ok: ${name}`);
  } catch (error) {
    console.error(`FAILED: ${name}`);
    throw error;
  } finally {
    clearTimeout(timer);
    const file = path.join(pictureFolder, `${name.replaceAll(/[^a-z]+/g, "-")}.png`);
    await page.screenshot({ path: file }).catch(() => {});
  }
}

async function main() {
  fs.mkdirSync(pictureFolder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(45_000);
    await page.goto(`${url}/?folder=${encodeURIComponent(projectFolder)}`);
    await page.locator(".monaco-workbench").waitFor();

    await step("a source gets the language dasm", async () => {
      await open("main.asm");
      await page.locator(".statusbar-item", { hasText: "dasm" }).first().waitFor();
    });
    await step("a source with a shared extension gets the language in a project", async () => {
      await open("colors.inc");
      await page.locator(".statusbar-item", { hasText: "dasm" }).first().waitFor();
    });
    await step("the server reports an error in the source", async () => {
      const file = path.join(projectFolder, "main.asm");
      const text = fs.readFileSync(file, "utf8");
      fs.writeFileSync(file, text.replace("lda #BLUE", "lda #BLU"));
      await open("main.asm");
      await page.locator(".squiggly-error").first().waitFor();
      fs.writeFileSync(file, text);
      await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
    });
    await step("the debugger stops with a picture", async () => {
      await open("main.asm");
      await page.keyboard.press("Control+G");
      await page.keyboard.type("27");
      await page.keyboard.press("Enter");
      await page.keyboard.press("F9");
      await command("Crownhead: Debug");
      const view = await webview("#picture");
      await view.locator("#text", { hasText: "no scanline yet" }).waitFor();
      await command("Debug: Continue");
      await view.locator("#picture:not([hidden])").waitFor();
    });
    await step("a click on a pixel shows its writes", async () => {
      const view = await webview("#picture");
      const before = await view.locator("#picture").getAttribute("src");
      await command("Debug: Continue");
      await view.waitForFunction((old) => document.getElementById("picture").src !== old, before);
      await view.locator("#picture").click({ position: { x: 200, y: 60 } });
      await view.locator("#writes li button", { hasText: "COLUBK" }).first().waitFor();
    });
    await step("a click on a write shows its line", async () => {
      const view = await webview("#picture");
      const write = view.locator("#writes li button", { hasText: "COLUBK" }).first();
      const [, line] = (await write.textContent()).match(/main\.asm:(\d+)/);
      await write.click();
      await page.locator(".statusbar-item", { hasText: `Ln ${line},` }).waitFor();
      await command("Debug: Stop");
    });
    await step("tests run, and a failure is shown", async () => {
      await command("Crownhead: Run All Tests");
      await command("Testing: Focus on Test Explorer View");
      const explorer = page.locator(".test-explorer");
      await explorer.locator(".codicon-testing-passed-icon").first().waitFor();
      await explorer.locator(".codicon-testing-failed-icon").first().waitFor();
    });
    // The program of the chapter "The line that was two cycles late".
    const chapter = fs.readFileSync(path.join(__dirname, "../../docs/late-line.md"), "utf8");
    await step("a write has the slack that the chapter shows", async () => {
      const block = chapter.split("<!-- file: main.asm -->")[1].split("```")[1];
      const program = block.slice(block.indexOf("\n") + 1);
      const [frame, write, hint] = chapter.match(/<!-- slack: (.*); (.*); (.*) -->/).slice(1);
      fs.writeFileSync(path.join(projectFolder, "main.asm"), program);
      fs.mkdirSync(path.join(projectFolder, ".vscode"));
      const settings = path.join(projectFolder, ".vscode", "settings.json");
      fs.writeFileSync(settings, `{ "crownhead.kernelFrame": ${frame} }`);
      await open("main.asm");
      const line = program.slice(0, program.indexOf(write)).split("\n").length;
      await page.keyboard.press("Control+G");
      await page.keyboard.type(`${line}`);
      await page.keyboard.press("Enter");
      await page.locator(".view-line", { hasText: hint }).first().waitFor();
    });
    await step("the picture of a line's cycles is shown", async () => {
      const files = fs.readdirSync(projectFolder);
      await command("Crownhead: Show the Kernel's Cycles");
      const prompt = "Frame and scanline";
      await page.locator(".quick-input-widget", { hasText: prompt }).waitFor();
      await page.keyboard.press("Control+A");
      await page.keyboard.type("20 133");
      await page.keyboard.press("Enter");
      const view = await webview("svg");
      await view.locator("svg text", { hasText: /^line 133$/ }).waitFor();
      await view.locator("svg text", { hasText: /^0 free$/ }).waitFor();
      assert.deepStrictEqual(fs.readdirSync(projectFolder), files);
    });
    await step("the walkthrough opens", async () => {
      await command("Welcome: Open Walkthrough...");
      await page.keyboard.type("A game for the Atari 2600");
      await page.keyboard.press("Enter");
      await page.locator(".getting-started-step", { hasText: "Make a game" }).first().waitFor();
    });
  } finally {
    await browser.close();
  }
  assert.ok(fs.readdirSync(pictureFolder).length > 0);
  console.log(`VS Code passed; pictures are in ${pictureFolder}`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
