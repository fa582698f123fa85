/** The list of files in each room's README is what the files say of themselves; a file that says nothing, or that is missing, is found. */
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { plot, ROOT, type Tree } from "./tools.ts";

const SCRIPT = ".github/scripts/map.mjs";
const DOOR = "# src/core\n\nDecisions, pure.\n";

/** Runs the script of a folder. */
function mapIn(folder: string, ...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, SCRIPT), ...args], { encoding: "utf8" });
  return { status, stderr };
}

async function houseOf(tree: Tree): Promise<string> {
  const { folder, remove } = await plot([], tree, { modules: false });
  onTestFinished(remove);
  await mkdir(join(folder, ".github/scripts"), { recursive: true });
  for (const file of [SCRIPT, ".dependency-cruiser.mjs"]) await copyFile(join(ROOT, file), join(folder, file));
  return folder;
}

it("is up to date", () => {
  expect(mapIn(ROOT, "--check")).toEqual({ status: 0, stderr: "" });
});

it("finds a file that the list does not name, until the list is written, and leaves what people wrote", async () => {
  const folder = await houseOf({ "src/core/README.md": DOOR, "src/core/sum.ts": "/** Adds (S1.01). More of it. */\n" });
  expect(mapIn(folder, "--check")).toMatchObject({ status: 1, stderr: expect.stringContaining("src/core/README.md") });
  expect(mapIn(folder).status).toBe(0);
  expect(mapIn(folder, "--check").status).toBe(0);
  const readme = await readFile(join(folder, "src/core/README.md"), "utf8");
  expect(readme).toContain(`${DOOR}\n<!-- files`);
  expect(readme).toContain("| `sum.ts` | Adds |");
});

it("finds a file that does not say what it is for", async () => {
  const folder = await houseOf({ "src/core/README.md": DOOR, "src/core/silent.ts": "export const silent = 1;\n" });
  expect(mapIn(folder).stderr).toContain("src/core/silent.ts does not begin with a sentence");
});

it("finds a room without a door", async () => {
  const folder = await houseOf({ "src/core/README.md": DOOR, "src/core/values/sum.ts": "/** Adds. */\n" });
  expect(mapIn(folder, "--check").stderr).toContain("src/core/values has no README.md");
});

it("finds a door that says another thing than the layer rules about what a room may lean on", async () => {
  const door = "# src/loop/work\n\nShared work.\n\nMay lean on: whatever it likes.\n";
  const above = { "src/loop/README.md": DOOR, "src/loop/work/sum.ts": "/** Adds. */\n" };
  const folder = await houseOf({ ...above, "src/loop/work/README.md": door });
  expect(mapIn(folder, "--check").stderr).toContain("src/loop/work/README.md");
  expect(mapIn(folder).status).toBe(0);
  const written = await readFile(join(folder, "src/loop/work/README.md"), "utf8");
  expect(written).toContain("May lean on: the floors `core`, `text`, `ports`, `agent`; of `src/loop`: `context`.");
});
