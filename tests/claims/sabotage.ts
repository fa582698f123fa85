/** Plants the faults of proven rows in a copy of the house, one after the other, and sees whether the rows' tests find them. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Claim, names } from "./claim.ts";
import { findsFault, type Outcome, objectionTo } from "./judge.ts";
import { patienceWith } from "./patience.ts";
import { runTests } from "./run-tests.ts";
import type { NamedFault } from "./second-faults.ts";

const run = promisify(execFile);

/** Tests that start a built program: the copy is built anew for them. */
const BUILT = /^tests\/(?:cli|journeys|action|lab|proofs\/security|adapters\/(?:sandbox|git)|bot\/program)/;

/** The programs that tests and the demo start. Another one would stay as it was without the fault: the fault would count as missed. */
const STARTED = "action bot cli tool-host lab-model demo";

/** True where the row's test starts a built program. */
export const isBuilt = ({ test }: Claim): boolean => BUILT.test(test);

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

/** Gives the faults of a row, one of which is planted: the first with which its file of tests can be loaded. */
export type FaultsFor = (row: Claim) => readonly NamedFault[];

/** Rows of one file of tests that are tried at once with the first of their faults. */
interface Waiting {
  readonly row: Claim;
  readonly faults: readonly NamedFault[];
}

/** `faultsFor`: the faults to plant. `sound`: what became of the rows' tests without a fault. */
export interface Planting {
  readonly faultsFor: FaultsFor;
  readonly sound: readonly Outcome[];
}

/** Tries the rows; tells of each as soon as it is known. Rows with the same fault in the same file of tests are tried at once. */
export async function sabotage(
  root: string,
  { faultsFor, sound }: Planting,
  rows: readonly Claim[],
  tell: (trial: Trial) => void,
): Promise<readonly Trial[]> {
  const copy = await copyOf(root);
  const trials: Trial[] = [];
  try {
    for (const group of grouped(rows.map((row) => ({ row, faults: faultsFor(row) })))) {
      const known = await trialsOf(copy, group, sound);
      trials.push(...known);
      known.forEach(tell);
    }
  } finally {
    await rm(copy, { recursive: true });
  }
  return trials;
}

/** Tries a group; a row whose file does not load with a fault is tried with its next one. */
async function trialsOf(copy: string, group: readonly Waiting[], sound: readonly Outcome[]): Promise<readonly Trial[]> {
  const found = await tried(copy, group, sound);
  const trials: Trial[] = [];
  for (const { row, faults } of group) {
    const [first, ...others] = faults;
    const why = objectionTo(row, sound) ?? found(row);
    if (why === UNLOADED && others.length > 0) trials.push(...(await trialsOf(copy, [{ row, faults: others }], sound)));
    else trials.push({ row, fault: first?.name ?? "none", why });
  }
  return trials;
}

function grouped(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const groups = new Map<string, Waiting[]>();
  for (const one of waiting) {
    const key = `${one.faults[0]?.name} ${one.row.test}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

const UNLOADED = "with its fault the file of tests does not even load";

/** Plants a fault, runs the tests of a group, takes the fault away; gives how it got past a row, or null. */
async function tried(copy: string, group: readonly Waiting[], sound: readonly Outcome[]): Promise<(row: Claim) => string | null> {
  const named = group[0]?.faults[0];
  if (named === undefined) return () => "there is no fault to plant";
  const { name, fault } = named;
  const rows = group.map(({ row }) => row);
  const path = join(copy, fault.file);
  const before = await readFile(path, "utf8");
  await writeFile(
    path,
    before.replace(fault.find, () => fault.replace),
  );
  try {
    if (rows.some(isBuilt)) await rebuilt(copy);
    // One failed test of a row is enough: with a fault that makes programs hang each of them takes its whole time.
    const outcomes = await runTests(copy, rows, { bail: rows.length === 1, ms: patienceWith(rows, sound) });
    return (row) => {
      const own = outcomes.filter(({ title }) => names(title, row.id));
      if (own.length === 0) return UNLOADED;
      return findsFault(own) ? null : `its tests pass with the fault ${name}`;
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
