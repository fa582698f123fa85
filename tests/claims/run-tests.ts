/** Runs the tests that rows name, and nothing else, in one start of the test runner. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyOf, type Claim } from "./claim.ts";
import type { Outcome } from "./judge.ts";
import { outcomesIn, resultsOf, undecided } from "./results.ts";

/** `bail`: the first failure ends the run; what was not run by then is `skipped`. `ms`: when the runner is killed: a busy loop hears no timer of its own. */
export interface RunBounds {
  readonly bail?: boolean;
  readonly ms?: number;
}

/**
 * What became of all tests in the files of these rows; a test that no row names is `skipped`, and none passed where the runner had to be killed.
 * Throws when the runner itself breaks.
 */
export async function runTests(root: string, rows: readonly Claim[], { bail = false, ms }: RunBounds = {}): Promise<readonly Outcome[]> {
  if (rows.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "loopwright-claims-"));
  const answer = join(folder, "answer.json");
  try {
    const files = [...new Set(rows.map(({ test }) => test))];
    const args = [...files, "-t", anyOf(rows.map(({ id }) => id)), `--outputFile=${answer}`, ...(bail ? ["--bail=1"] : [])];
    const said = await vitest(root, args, ms);
    if (said === null) return rows.map(({ id, test }) => ({ file: test, title: id, status: "failed" }));
    const text = await readFile(answer, "utf8").catch(() => null);
    if (text === null) throw new Error(`the test runner gave no answer:\n${said}`);
    return outcomesIn(root, text);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `results`: a folder with reports of runs. `decided`: only rows that those decide. */
export interface Known {
  readonly results?: string | undefined;
  readonly decided: boolean;
}

/** What became of the tests of rows, and of which rows nothing is known. */
export interface Seen {
  readonly outcomes: readonly Outcome[];
  readonly untried: ReadonlySet<string>;
}

/**
 * What became of the tests of these rows: taken from the reports in `results` where they decide a row, else run now; without `results` all are
 * run. `decided`: what no report decides stays untried.
 */
export async function outcomesOf(root: string, rows: readonly Claim[], { results, decided }: Known): Promise<Seen> {
  const known = results === undefined ? [] : resultsOf(root, results);
  const missing = undecided(rows, known);
  const heard = known.filter(({ status }) => status === "passed" || status === "failed");
  if (decided) return { outcomes: heard, untried: new Set(missing.map(({ id }) => id)) };
  return { outcomes: [...heard, ...(await runTests(root, missing))], untried: new Set() };
}

/** Says how many rows were not tried; nothing where all were. */
export function untriedLine({ untried }: Seen): readonly string[] {
  return untried.size === 0 ? [] : ["", `${untried.size} rows were not tried: their tests did not run`];
}

/** A claim is about what holds, not about how fast this machine is: milliseconds that a test without a limit of its own may take. */
const PATIENCE = 180_000;

/** Runs the runner to its end; gives what it said, null where it was killed. Its exit code says less than its answer. */
async function vitest(root: string, args: readonly string[], ms: number | undefined): Promise<string | null> {
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [program, "run", "--reporter=json", `--testTimeout=${PATIENCE}`, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: ms !== undefined,
  });
  let killed = false;
  const kill = (): void => {
    killed = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = ms === undefined ? undefined : setTimeout(kill, ms);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  await once(child, "close");
  clearTimeout(timer);
  return killed ? null : said.join("").slice(-4000);
}
