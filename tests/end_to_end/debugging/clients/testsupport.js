// A session that uses every request, driven by the client library from VS Code's own tests:
//   node testsupport.js PROGRAM SOURCE

const assert = require("assert");
const fs = require("fs");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const [program, source] = process.argv.slice(2);
const thread = { threadId: 1 };

// Returns the line number of the only source line that ends with `code`.
const text = fs.readFileSync(source, "utf8").split("\n");
function lineOf(code) {
  const found = [...text.keys()].filter((index) => text[index].endsWith(code));
  assert.strictEqual(found.length, 1, code);
  return found[0] + 1;
}
const callLine = lineOf("jsr Move");
const moveLine = lineOf("lda #$f0");

async function main() {
  const client = new DebugClient(program, "dap", "crownhead");
  client.defaultTimeout = 60000;
  await client.start();

  // Line breakpoints and steps.
  const launch = { program: source, stopOnEntry: false };
  await client.hitBreakpoint(launch, { path: source, line: callLine });
  await client.threadsRequest();
  const stack = (await client.stackTraceRequest(thread)).body;
  assert.strictEqual(stack.stackFrames[0].line, callLine);

  const stopAfter = async (request, line) => {
    const stopped = client.waitForEvent("stopped");
    await request;
    const event = await stopped;
    const frames = (await client.stackTraceRequest(thread)).body.stackFrames;
    if (line) assert.strictEqual(frames[0].line, line);
    return event.body;
  };
  await stopAfter(client.stepInRequest(thread), moveLine);
  await stopAfter(client.nextRequest(thread), moveLine + 1);
  await stopAfter(client.stepBackRequest(thread), moveLine);
  await stopAfter(client.stepOutRequest(thread), lineOf("ldx #{1}"));
  let stop = await stopAfter(client.reverseContinueRequest(thread), callLine);
  assert.strictEqual(stop.reason, "breakpoint");
  await stopAfter(client.stepInRequest(thread), moveLine);
  await stopAfter(client.nextRequest(thread), moveLine + 1);
  await stopAfter(client.restartFrameRequest({ frameId: 0 }), moveLine);

  // Function breakpoints, data breakpoints and exception breakpoints.
  await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
  await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "Picture" }] });
  stop = await stopAfter(client.continueRequest(thread), lineOf("ldy #191"));
  assert.strictEqual(stop.reason, "function breakpoint");
  await client.setFunctionBreakpointsRequest({ breakpoints: [] });
  const info = (await client.dataBreakpointInfoRequest({ name: "frames" })).body;
  await client.setDataBreakpointsRequest({
    breakpoints: [{ dataId: info.dataId, accessType: "write" }],
  });
  stop = await stopAfter(client.continueRequest(thread));
  assert.strictEqual(stop.reason, "data breakpoint");
  await client.setDataBreakpointsRequest({ breakpoints: [] });
  await client.setExceptionBreakpointsRequest({ filters: ["jam", "brk"] });
  await client.customRequest("setInstructionBreakpoints", { breakpoints: [] });

  // Values.
  const scopes = (await client.scopesRequest({ frameId: 0 })).body.scopes;
  for (const scope of scopes) {
    const { variablesReference } = scope;
    const { variables } = (await client.variablesRequest({ variablesReference })).body;
    assert(variables.length > 0, scope.name);
  }
  await client.setVariableRequest({ variablesReference: 1, name: "A", value: "$12" });
  const sum = (await client.evaluateRequest({ expression: "a + 1", context: "watch" })).body;
  assert(sum.result.startsWith("19 "), sum.result);
  await client.customRequest("setExpression", { expression: "frames", value: "3" });
  const { targets } = (await client.completionsRequest({ text: "sh", column: 3 })).body;
  assert.strictEqual(targets[0].label, "shape");

  // Memory, code, sources.
  const memory = { memoryReference: "0x80", count: 4 };
  await client.customRequest("writeMemory", { memoryReference: "0x90", data: "AQID" });
  assert.strictEqual((await client.customRequest("readMemory", memory)).body.address, "0x0080");
  const code = { memoryReference: "0xF000", instructionCount: 3 };
  const { instructions } = (await client.disassembleRequest(code)).body;
  assert.strictEqual(instructions[0].line, lineOf("Start   cld"));
  await client.sourceRequest({ source: { path: source }, sourceReference: 0 });
  await client.customRequest("loadedSources");
  await client.customRequest("breakpointLocations", { source: { path: source }, line: moveLine });
  const line = lineOf("inc frames");
  const gotoLine = { source: { path: source }, line };
  const target = (await client.gotoTargetsRequest(gotoLine)).body.targets[0];
  await stopAfter(client.gotoRequest({ threadId: 1, targetId: target.id }), line);

  // The adapter's own requests.
  const picture = (await client.customRequest("crownhead/picture", {})).body;
  assert(picture.uri.startsWith("data:image/png;base64,"));
  const pixel = (await client.customRequest("crownhead/pixel", { scanline: 100, x: 3 })).body;
  assert.deepStrictEqual(pixel.shown, ["background"]);
  await client.customRequest("crownhead/lastWrite", { name: "frames" });
  await client.customRequest("crownhead/command", { line: "where" });

  // Pausing a run, changing the source, and ending the session.
  await client.continueRequest(thread);
  stop = await stopAfter(client.pauseRequest(thread));
  assert.strictEqual(stop.reason, "pause");
  // The program was launched without stopping on entry, so it does not stop after a change either.
  const changed = client.waitForEvent("invalidated");
  fs.writeFileSync(source, fs.readFileSync(source, "utf8").replace("lda #$46", "lda #$48"));
  await changed;
  await stopAfter(client.pauseRequest(thread));
  const value = { expression: "[$f00f]", context: "watch" };
  assert((await client.evaluateRequest(value)).body.result.startsWith("72 "));
  const restarted = client.waitForEvent("invalidated");
  await client.restartRequest({});
  await restarted;
  await stopAfter(client.pauseRequest(thread));
  await client.terminateRequest({});
  // This call disconnects.
  await client.stop();
  process.stdout.write("testsupport: every request answered\n");
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
