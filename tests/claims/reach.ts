/**
 * Which functions a row's test runs, found by a mark at the head of each: a fault in a function that the test does not run says nothing of
 * the test. One run of all rows' tests, in a copy of the house.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type Claim, names } from "./claim.ts";
import { WORKER } from "./in-test.ts";
import { runTests } from "./run-tests.ts";
import { copyOf, type FaultsFor, isBuilt, rebuilt } from "./sabotage.ts";
import { DISTANCES, type NamedFault, type SecondFault } from "./second-faults.ts";

/** A line that a mark wrote. `title`: of the test that ran; empty while none did; null in a program that a test started. */
const Mark = z.object({ title: z.string().nullable(), name: z.string() });
type Mark = z.infer<typeof Mark>;

/** A statement that writes once for each process and test that it was run. */
function markOf(path: string, name: string): string {
  const title = `${WORKER} === undefined ? null : ${WORKER}.current?.type === "test" ? ${WORKER}.current.fullTestName : ""`;
  return `((title, all) => {
    const line = JSON.stringify({ title, name: ${JSON.stringify(name)} }) + "\\n";
    if (all.has(line)) return;
    all.add(line);
    try { process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(path)}, line); } catch {}
  })(${title}, globalThis.__reached ??= new Set());`;
}

/** Gives the derived faults of a row. */
type Derived = (row: Claim) => readonly SecondFault[];

/**
 * Gives of each row's faults those in functions that its own test runs, first those that the fewest tests run: what all tests run says little
 * of one. Throws where a file of the house cannot be marked.
 */
export async function reachedFaults(root: string, rows: readonly Claim[], derived: Derived): Promise<FaultsFor> {
  const copy = await copyOf(root);
  try {
    const path = join(copy, "reached.jsonl");
    await writeFile(path, "");
    const all = new Map(rows.flatMap((row) => derived(row).map((one) => [one.name, one] as const)));
    for (const one of all.values()) await mark(copy, path, one);
    if (rows.some(isBuilt)) await rebuilt(copy);
    await runTests(copy, rows);
    const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
    return within(
      lines.map((line) => Mark.parse(JSON.parse(line))),
      derived,
    );
  } finally {
    await rm(copy, { recursive: true });
  }
}

async function mark(copy: string, path: string, { name, fault }: NamedFault): Promise<void> {
  const file = join(copy, fault.file);
  const text = await readFile(file, "utf8");
  if (text.split(fault.find).length !== 2) throw new Error(`${fault.file} holds ${JSON.stringify(fault.find)} not once`);
  await writeFile(
    file,
    text.replace(fault.find, () => `${fault.find}\n  ${markOf(path, name)}`),
  );
}

/** A program that a test starts does not know for which test it runs: what it reaches counts where the test starts programs that are built. */
export function within(marks: readonly Mark[], derived: Derived): FaultsFor {
  const titles = new Map<string, Set<string | null>>();
  for (const { name, title } of marks) titles.set(name, (titles.get(name) ?? new Set()).add(title));
  const reaches = (name: string, isIt: (title: string | null) => boolean): boolean => [...(titles.get(name) ?? [])].some(isIt);
  const rank = ({ name, distance }: SecondFault): number => DISTANCES.indexOf(distance) * marks.length + (titles.get(name)?.size ?? 0);
  return (row) => {
    const faults = derived(row).toSorted((a, b) => rank(a) - rank(b));
    const own = faults.filter(({ name }) => reaches(name, (title) => title !== null && names(title, row.id)));
    const started = isBuilt(row) ? faults.filter((one) => !own.includes(one) && reaches(one.name, (title) => title === null)) : [];
    return [...own, ...started];
  };
}
