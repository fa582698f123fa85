/** Runs the tests that rows name, and nothing else, in one start of the test runner. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod";
import { anyOf, type Claim } from "./claim.ts";
import type { Outcome } from "./judge.ts";

const Answer = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** What became of all tests in the files of these rows; a test that no row names is `skipped`. Throws when the runner itself breaks. */
export async function runTests(root: string, rows: readonly Claim[]): Promise<readonly Outcome[]> {
  if (rows.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "loopwright-claims-"));
  const answer = join(folder, "answer.json");
  try {
    const files = [...new Set(rows.map(({ test }) => test))];
    const said = await vitest(root, [...files, "-t", anyOf(rows.map(({ id }) => id)), `--outputFile=${answer}`]);
    const text = await readFile(answer, "utf8").catch(() => null);
    if (text === null) throw new Error(`the test runner gave no answer:\n${said}`);
    return Answer.parse(JSON.parse(text)).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({ file: relative(root, name), title: fullName, status })),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A claim is about what holds, not about how fast this machine is: milliseconds that a test without a limit of its own may take. */
const PATIENCE = 180_000;

/** Runs the runner to its end; gives what it said. Its exit code says less than its answer. */
async function vitest(root: string, args: readonly string[]): Promise<string> {
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [program, "run", "--reporter=json", `--testTimeout=${PATIENCE}`, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  await once(child, "close");
  return said.join("").slice(-4000);
}
