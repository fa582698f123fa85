/** The map of src/README.md is what the files say of themselves; a file that says nothing, or that is missing from it, is found. */
import { spawnSync } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { plot, ROOT, type Tree } from "./tools.ts";

const SCRIPT = ".github/scripts/map.mjs";
const MAP = "<!-- map: written by `npm run map` -->\n<!-- end of map -->\n";

/** Runs the script of a folder. */
function mapIn(folder: string, ...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, SCRIPT), ...args], { encoding: "utf8" });
  return { status, stderr };
}

async function houseOf(tree: Tree): Promise<string> {
  const { folder, remove } = await plot([], { "src/README.md": MAP, ...tree }, { modules: false });
  onTestFinished(remove);
  await mkdir(join(folder, ".github/scripts"), { recursive: true });
  await copyFile(join(ROOT, SCRIPT), join(folder, SCRIPT));
  return folder;
}

it("is up to date", () => {
  expect(mapIn(ROOT, "--check")).toEqual({ status: 0, stderr: "" });
});

it("finds a file that the map does not name, until the map is written", async () => {
  const folder = await houseOf({ "src/core/sum.ts": "/** Adds (S1.01). More of it. */\n" });
  expect(mapIn(folder, "--check").status).toBe(1);
  expect(mapIn(folder).status).toBe(0);
  expect(mapIn(folder, "--check").status).toBe(0);
});

it("finds a file that does not say what it is for", async () => {
  const folder = await houseOf({ "src/core/silent.ts": "export const silent = 1;\n" });
  expect(mapIn(folder).stderr).toContain("src/core/silent.ts does not begin with a sentence");
});
