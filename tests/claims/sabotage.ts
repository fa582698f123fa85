/** Plants the faults of proven rows in a copy of the house, one after the other, and sees whether the rows' tests find them. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Claim, names } from "./claim.ts";
import { objectionTo } from "./judge.ts";
import { runTests } from "./run-tests.ts";
import type { NamedFault } from "./second-fault.ts";

const run = promisify(execFile);

/** Tests that start a built program: the copy is built anew for them. */
const BUILT = /^tests\/(?:cli|journeys|action|lab|proofs\/security|adapters\/(?:sandbox|git)|bot\/program)/;

/** The programs that tests and the demo start. Another one would stay as it was without the fault: the fault would count as missed. */
const STARTED = "action bot cli tool-host lab-model demo";

/** A row whose fault was planted; `why` says how it got through, null when it was found. */
export interface Trial {
  readonly row: Claim;
  readonly fault: string;
  readonly why: string | null;
}

/** `most` rows in an order that follows from the seed. */
export function drawn(rows: readonly Claim[], most: number, seed: number): readonly Claim[] {
  let state = seed >>> 0;
  const dice = rows.map((row) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return { row, die: state };
  });
  return dice
    .sort((a, b) => a.die - b.die)
    .slice(0, most)
    .map(({ row }) => row);
}

/** Gives the fault to plant for a row; null where there is none. */
export type FaultFor = (row: Claim) => NamedFault | null;

/** Tries the rows; tells of each as soon as it is known. Rows with the same fault in the same file of tests are tried at once. */
export async function sabotage(
  root: string,
  faultFor: FaultFor,
  rows: readonly Claim[],
  tell: (trial: Trial) => void,
): Promise<readonly Trial[]> {
  const copy = await copyOf(root);
  const trials: Trial[] = [];
  try {
    const sound = await runTests(copy, rows);
    for (const { fault, rows: group } of grouped(rows, faultFor)) {
      const why = await tried(copy, group, fault);
      for (const row of group) {
        const trial = { row, fault: fault?.name ?? "none", why: objectionTo(row, sound) ?? why(row) };
        trials.push(trial);
        tell(trial);
      }
    }
  } finally {
    await rm(copy, { recursive: true });
  }
  return trials;
}

/** Rows of one file of tests, and the fault that is planted for all of them. */
interface Group {
  readonly fault: NamedFault | null;
  readonly rows: readonly Claim[];
}

function grouped(rows: readonly Claim[], faultFor: FaultFor): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const fault = faultFor(row);
    const key = `${fault?.name} ${row.test}`;
    groups.set(key, { fault, rows: [...(groups.get(key)?.rows ?? []), row] });
  }
  return [...groups.values()];
}

/** Plants a fault, runs the tests of a group, takes the fault away; gives how it got past a row, or null. */
async function tried(copy: string, group: readonly Claim[], named: NamedFault | null): Promise<(row: Claim) => string | null> {
  if (named === null) return () => "there is no fault to plant";
  const { name, fault } = named;
  const path = join(copy, fault.file);
  const before = await readFile(path, "utf8");
  await writeFile(
    path,
    before.replace(fault.find, () => fault.replace),
  );
  try {
    if (group.some(({ test }) => BUILT.test(test))) await rebuilt(copy);
    const outcomes = await runTests(copy, group);
    return (row) => {
      const own = outcomes.filter(({ title }) => names(title, row.id));
      if (own.length === 0) return `with the fault ${name} its file does not even load`;
      return own.some(({ status }) => status === "failed") ? null : `its tests pass with the fault ${name}`;
    };
  } finally {
    await writeFile(path, before);
  }
}

/** Builds anew what is started of the house in `root`. Throws where it cannot be built. */
export async function rebuilt(root: string): Promise<void> {
  await run("npm", ["run", "build", "--silent"], { cwd: root, env: { ...process.env, LOOPWRIGHT_PROGRAMS: STARTED } });
}

/** The files that git knows or would take, with what was built, over the same packages. Whoever asks takes it away. */
export async function copyOf(root: string): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), "loopwright-sabotage-")));
  const { stdout } = await run("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, maxBuffer: 50_000_000 });
  for (const file of stdout.split("\0").filter((name) => name !== "" && name !== "node_modules")) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file), { verbatimSymlinks: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error; // deleted, and not yet told to git
    });
  }
  await cp(join(root, "dist"), join(copy, "dist"), { recursive: true });
  await symlink(await realpath(join(root, "node_modules")), join(copy, "node_modules"));
  return copy;
}
