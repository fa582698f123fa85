/** What the driver does with a tool host that dies, lies or hangs. The hosts here are programs of a line or two. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Host } from "#adapters/sandbox/host/sandbox.ts";
import { toolHost } from "#adapters/sandbox/host/tool-host.ts";
import { Failure } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";
import { freshFolder, lives } from "../sandboxes.ts";

const PRELUDE = `
const fs = require("node:fs");
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
const starts = (fs.existsSync("starts") ? Number(fs.readFileSync("starts", "utf8")) : 0) + 1;
fs.writeFileSync("starts", String(starts));
const each = (work) => require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => work(JSON.parse(line)));
`;

async function hostOf(program: string, time = 20_000): Promise<Host> {
  const folder = await freshFolder();
  await writeFile(join(folder, "host.cjs"), PRELUDE + program);
  const environment = { PATH: process.env["PATH"] ?? "" };
  const host = toolHost({ file: process.execPath, arguments: ["host.cjs"], folder, environment, reports: false, filter: null }, time);
  onTestFinished(() => host.close());
  return host;
}

const READY = 'say({ kind: "ready" });';

it("starts the host again when it died, and asks once more", async () => {
  const host = await hostOf(
    `${READY} each(({ id }) => starts < 2 ? process.exit(7) : say({ kind: "done", id, value: "start " + starts }));`,
  );
  expect(await host.read("a")).toBe("start 2");
  expect(await host.read("a")).toBe("start 2");
});

it("refuses the call when the host dies of it twice, and the next call has a new one", async () => {
  const host = await hostOf(
    `${READY} each(({ id, path }) => path === "bad" ? (console.error("cannot"), process.exit(7)) : say({ kind: "done", id, value: "start " + starts }));`,
  );
  await expect(host.read("bad")).rejects.toThrow(/lost twice, it ended \(7\): cannot/);
  expect(await host.read("good")).toBe("start 3");
});

it("gives up on an operation that hangs, kills the host, and does the next one with a new one", async () => {
  const host = await hostOf(
    `${READY} each(({ id }) => { if (starts < 2) for (;;); say({ kind: "done", id, value: "start " + starts }); });`,
    400,
  );
  const [hanging, next] = [host.read("a"), host.read("b")];
  await expect(hanging).rejects.toThrow("read took longer than 0.4 s and was given up");
  expect(await next).toBe("start 2");
});

it.each([
  { lie: "something that is not JSON", program: 'each(() => process.stdout.write("{nonsense\\n"))' },
  { lie: "an answer to another question", program: 'each(({ id }) => say({ kind: "done", id: id + 1, value: "forged" }))' },
  {
    lie: "an answer with more than the protocol knows",
    program: 'each(({ id }) => say({ kind: "done", id, value: "forged", admin: true }))',
  },
  { lie: "that it is ready, again", program: 'each(() => say({ kind: "ready" }))' },
])("takes no answer from a host that says $lie", async ({ program }) => {
  const host = await hostOf(READY + program);
  await expect(host.read("a")).rejects.toThrow(Refused);
});

it("drops a host that speaks unasked, before what it said can pass for an answer", async () => {
  const host = await hostOf(
    `${READY} if (starts === 1) setTimeout(() => say({ kind: "done", id: 1, value: "forged" }), 50); each(({ id }) => say({ kind: "done", id, value: "true" }));`,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await host.read("a")).toBe("true");
});

it.each([
  {
    silence: "ends",
    program: 'console.error("no such folder"); process.exit(3);',
    says: /did not come up: it ended \(3\): no such folder/,
  },
  {
    silence: "says something else",
    program: 'say({ kind: "done", id: 1, value: null }); setInterval(() => 0, 1000);',
    says: /did not come up: it did not say/,
  },
])("fails what is asked of a host that $silence instead of coming up, and leaves no process", async ({ program, says }) => {
  const mark = `loopwright-silent-${Math.random()}`;
  const host = await hostOf(`process.title = "${mark}"; ${program}`);
  const asked = host.read("a");
  await expect(asked).rejects.toThrow(Failure);
  await expect(host.write("a", "b")).rejects.toThrow(says);
  await host.close();
  expect(lives(mark)).toBe(false);
});

it("ends a host that is closed while it comes up", async () => {
  const mark = `loopwright-early-${Math.random()}`;
  const host = await hostOf(`process.title = "${mark}"; ${READY} each(() => 0);`);
  const asked = host.read("a");
  await host.close();
  await expect(asked).rejects.toThrow(/closed|lost/);
  expect(lives(mark)).toBe(false);
});

it("starts no process for a host that nobody asks", async () => {
  const mark = `loopwright-idle-${Math.random()}`;
  const host = await hostOf(`process.title = "${mark}"; ${READY} each(() => 0);`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lives(mark)).toBe(false);
  await host.close();
  await expect(host.read("a")).rejects.toThrow("closed");
});
