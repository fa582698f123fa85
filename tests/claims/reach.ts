/**
 * Which functions a row's test runs, found by a mark at the head of each: a fault in a function that the test does not run says nothing of
 * the test. One run of all rows' tests, in a copy of the house.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type Claim, names } from "./claim.ts";
import { functionsIn, withStatements } from "./functions.ts";
import { WORKER } from "./in-test.ts";
import type { Outcome } from "./judge.ts";
import { runTests } from "./run-tests.ts";
import { copyOf, type FaultsFor, isBuilt, rebuilt } from "./sabotage.ts";
import { DISTANCES, type SecondFault } from "./second-faults.ts";

/** A line that a mark wrote. `title`: of the test that ran; empty while none did; null in a program that a test started. */
const Mark = z.object({ title: z.string().nullable(), place: z.string() });
type Mark = z.infer<typeof Mark>;

/** A statement that writes once for each process and test that the function was run. Where it may not write, as in the sandbox, it was not. */
function markOf(path: string, place: string): string {
  return `((worker, seen, place) => {
    const task = worker === undefined ? null : worker.current;
    if (place in seen && seen[place] === task) return;
    seen[place] = task;
    const title = worker === undefined ? null : task?.type === "test" ? task.fullTestName : "";
    try { process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(path)}, JSON.stringify({ title, place }) + "\\n"); } catch {}
  })(${WORKER}, globalThis.__reached ??= Object.create(null), ${JSON.stringify(place)});`.replaceAll("\n", " ");
}

/** Milliseconds for all tests under watch: some call a marked function a billion times, and no timer of theirs ends that. */
const WATCHED = 60 * 60_000;

/** Gives the derived faults of a row. */
type Derived = (row: Claim) => readonly SecondFault[];

/** `faultsFor`: the faults of a row in functions that its own test runs. `outcomes`: what became of the tests while they were watched. */
export interface Reached {
  readonly faultsFor: FaultsFor;
  readonly outcomes: readonly Outcome[];
}

/**
 * Gives of each row's faults those in functions that its own test runs, first those that the fewest tests run: what all tests run says little
 * of one. Throws where the copy cannot be built or its tests cannot be run.
 */
export async function reachedFaults(root: string, rows: readonly Claim[], derived: Derived): Promise<Reached> {
  const copy = await copyOf(root);
  try {
    const path = join(copy, "reached.jsonl");
    await writeFile(path, "");
    const files = new Set(rows.flatMap((row) => derived(row).map(({ fault }) => fault.file)));
    for (const file of files) await mark(copy, path, file);
    if (rows.some(isBuilt)) await rebuilt(copy);
    const outcomes = await runTests(copy, rows, { ms: WATCHED });
    const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
    const marks = lines.map((line) => Mark.parse(JSON.parse(line)));
    return { faultsFor: within(marks, derived), outcomes };
  } finally {
    await rm(copy, { recursive: true });
  }
}

/** Marks every function of a file that has a name. */
async function mark(copy: string, marks: string, file: string): Promise<void> {
  const path = join(copy, file);
  const text = await readFile(path, "utf8");
  await writeFile(
    path,
    withStatements(text, functionsIn(file, text), ({ place }) => markOf(marks, place)),
  );
}

/**
 * A program that a test starts does not know for which test it runs: what it reaches counts where the test starts programs that are built. A
 * value of a table is not run: it counts in any case.
 */
export function within(marks: readonly Mark[], derived: Derived): FaultsFor {
  const titles = new Map<string, Set<string | null>>();
  for (const { place, title } of marks) titles.set(place, (titles.get(place) ?? new Set()).add(title));
  const titlesOf = ({ place }: SecondFault) => titles.get(place) ?? NOBODY;
  const rank = (one: SecondFault): number => DISTANCES.indexOf(one.distance) * marks.length + titlesOf(one).size;
  return (row) => {
    const faults = derived(row).toSorted((a, b) => rank(a) - rank(b));
    const isRun = (one: SecondFault): boolean => [...titlesOf(one)].some((title) => title !== null && names(title, row.id));
    const own = faults.filter((one) => one.distance === "value" || isRun(one));
    const started = isBuilt(row) ? faults.filter((one) => !own.includes(one) && titlesOf(one).has(null)) : [];
    return [...own, ...started];
  };
}

const NOBODY: ReadonlySet<string | null> = new Set();
