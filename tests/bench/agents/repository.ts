/** Contestants work in a small repository, the same each time, with a slot for each edit of the script. */
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkout } from "../../journeys/demo/root.ts";
import type { Action } from "../service/express.ts";

const git = promisify(execFile);

/** Modules, and slots in all of them: one for each edit that a script may have. */
const [MODULES, SLOTS] = [10, 200];

/** No cap: two hundred steps send more tokens (of four bytes) than a run may send where its repository sets none. */
const SETTINGS = "limits: { tokens: null }\n";

const moduleOf = (slot: number): string => `src/mod_${slot % MODULES}.js`;

/** Reads the module of a slot. */
export function readSlot(slot: number): Action {
  return { kind: "read", path: moduleOf(slot) };
}

/** Sets a slot from 0 to 1. */
export function setSlot(slot: number): Action {
  return { kind: "edit", path: moduleOf(slot), before: `slot_${slot} = 0;`, after: `slot_${slot} = 1;` };
}

/** A module whose slots below `set` are 1. */
function textOf(module: number, set: number): string {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => slot % MODULES === module);
  const helpers = Array.from({ length: 20 }, (_, index) => index);
  return [
    `// module ${module} of the repository`,
    ...slots.map((slot) => `export let slot_${slot} = ${slot < set ? 1 : 0}; // value ${slot}, for the task to set`),
    ...helpers.map((index) => `export function helper_${module}_${index}(a, b) { return a * ${index + 1} + b; }`),
    "",
  ].join("\n");
}

/** Makes it in a folder that is not there yet, with one commit. Our own agents lie in it, whoever the contestant is. */
export async function makeRepository(folder: string): Promise<void> {
  const agents = join(folder, ".github/loopwright/agents");
  await mkdir(join(folder, "src"), { recursive: true });
  await cp(checkout("tests/bench/agents/fixtures"), agents, { recursive: true });
  await writeFile(join(folder, ".github/loopwright.yml"), SETTINGS);
  await writeFile(join(folder, "README.md"), "# repository\n\nA small repository for the bench.\n");
  await writeFile(join(folder, "package.json"), '{ "name": "repository", "private": true, "type": "module" }\n');
  for (let module = 0; module < MODULES; module++) await writeFile(pathOf(folder, module), textOf(module, 0));
  const by = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "gc.auto=0"];
  await git("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder });
  await git("git", ["add", "--all"], { cwd: folder });
  await git("git", [...by, "commit", "--quiet", "--message=repository"], { cwd: folder });
}

/** The modules that do not hold what they should once so many slots are set. */
export async function wrongModules(folder: string, set: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let module = 0; module < MODULES; module++)
    if ((await readFile(pathOf(folder, module), "utf8")) !== textOf(module, set)) wrong.push(moduleOf(module));
  return wrong;
}

const pathOf = (folder: string, module: number): string => join(folder, moduleOf(module));
