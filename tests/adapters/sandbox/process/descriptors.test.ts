/** What whoever started the driver left open: no command and no host has it, with walls and without. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOTHING } from "#adapters/sandbox/process/descriptors.ts";
import { type Bundle, bundle } from "../../../builders/bundle.ts";
import { freshFolder, HOST_FILE, NO_WALLS } from "../sandboxes.ts";

const CANARY = "canary-5b0d9e17";
let driver: Bundle;

beforeAll(async () => {
  driver = await bundle("tests/adapters/sandbox/process/descriptors-child.ts");
});
afterAll(() => driver.remove());

interface Scene {
  /** Holds a file with the canary, and a folder; both lie open in the program. */
  readonly outside: string;
  readonly inside: string;
}

async function aScene(): Promise<Scene> {
  const [outside, inside] = [await freshFolder(), await freshFolder()];
  mkdirSync(join(outside, "open"));
  writeFileSync(join(outside, CANARY), CANARY);
  return { outside, inside };
}

/** Starts a program with the file as descriptors 9 and 33 and the folder as 200. */
async function started({ outside, inside }: Scene, ...words: readonly string[]): Promise<string> {
  const [file, folder] = [openSync(join(outside, CANARY), "r"), openSync(join(outside, "open"), "r")];
  const open: Readonly<Record<number, number>> = { 9: file, 33: file, 200: folder };
  const rest = Array.from({ length: 198 }, (_, at) => open[at + 3] ?? ("ignore" as const));
  const child = spawn(process.execPath, words, { cwd: inside, stdio: ["ignore", "pipe", "inherit", ...rest] });
  for (const one of [file, folder]) closeSync(one);
  const [out] = await Promise.all([child.stdout === null ? "" : text(child.stdout), once(child, "close")]);
  return out;
}

/** What is open beyond input, output and error, and is neither nothing nor bubblewrap's own word to itself. */
function strange(listing: string): readonly string[] {
  const open = [...listing.matchAll(/(\d+) -> (.+)$/gm)].filter(([, fd]) => Number(fd) > 2);
  return open.map(([, , target = ""]) => target).filter((target) => !target.startsWith(NOTHING) && target !== "anon_inode:[eventfd]");
}

interface Look {
  readonly kind: "walls" | "plain";
  readonly from: "command" | "setup" | "host";
}

async function looked({ kind, from }: Look): Promise<{ readonly seen: string; readonly outside: string }> {
  const scene = await aScene();
  const { own, seen } = JSON.parse(await started(scene, driver.file, kind, from, scene.inside, HOST_FILE));
  const file = join(scene.outside, CANARY);
  expect(own).toEqual([file, file, join(scene.outside, "open")]);
  expect(seen).toContain("1 -> ");
  return { seen, outside: scene.outside };
}

it.skipIf(NO_WALLS !== "").each(["command", "setup"] as const)(`no %s in the walls has it${NO_WALLS}`, async (from) => {
  const { seen } = await looked({ kind: "walls", from });
  expect(strange(seen)).toEqual([]);
  expect(seen).not.toContain(CANARY);
});

it("no command without walls has it [EX-26]", async () => {
  const { seen } = await looked({ kind: "plain", from: "command" });
  expect(strange(seen)).toEqual([]);
  expect(seen).not.toContain(CANARY);
});

it.skipIf(NO_WALLS !== "")(`no host in the walls has it, nor bubblewrap around it${NO_WALLS}`, async () => {
  const { seen, outside } = await looked({ kind: "walls", from: "host" });
  expect(seen).not.toContain(outside);
});

it("no host without walls has it", async () => {
  const { seen, outside } = await looked({ kind: "plain", from: "host" });
  expect(seen).not.toContain(outside);
});

it.skipIf(NO_WALLS !== "")(`the built program, started like that, says that its wall holds${NO_WALLS}`, async () => {
  const { findings } = JSON.parse(await started(await aScene(), resolve("dist/cli.mjs"), "doctor", "--json"));
  const says = expect.stringMatching(/^holds; tried: [1-9]\d* descriptors$/);
  expect(findings).toContainEqual({ name: "wall: open files", holds: true, says, cure: "" });
});
