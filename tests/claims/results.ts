/** Reads what runs of the tests left in a folder (`LOOPWRIGHT_RESULTS`), so that a claim whose tests ran already costs nothing more. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import type { Claim } from "./claim.ts";
import { type Outcome, ownOutcomes } from "./judge.ts";

/** The report of vitest's `json` reporter, as far as it is read here: https://vitest.dev/guide/reporters#json-reporter */
const Report = z.object({
  startTime: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

/** What became of each test in a report. Throws when it is no report. */
export function outcomesIn(root: string, report: string): readonly Outcome[] {
  return Report.parse(JSON.parse(report)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({ file: relative(root, name), title: fullName, status, ms: duration ?? 0 })),
  );
}

/** What all reports of the folder say. Throws where there is none, and where a file of the house changed after one of them began. */
export function resultsOf(root: string, folder: string): readonly Outcome[] {
  const reports = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (reports.length === 0) throw new Error(`--results: ${folder} holds no report; run the tests with LOOPWRIGHT_RESULTS=${folder} first`);
  const changed = lastChange(root);
  return reports.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    if (Report.parse(JSON.parse(text)).startTime < changed.at)
      throw new Error(`--results: ${changed.path} changed after ${join(folder, name)} was begun; run the tests again`);
    return outcomesIn(root, text);
  });
}

/** The file of the house that changed last, and when, in milliseconds of the epoch. */
function lastChange(root: string): { readonly path: string; readonly at: number } {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  const files = listed.split("\0").filter((path) => path !== "");
  return files
    .map((path) => ({ path, at: statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .reduce((last, file) => (file.at > last.at ? file : last), { path: root, at: 0 });
}

/** Claims that these outcomes do not decide: a test of theirs did not run, or was skipped there. */
export function undecided<C extends Claim>(claims: readonly C[], outcomes: readonly Outcome[]): readonly C[] {
  return claims.filter((claim) => {
    const own = ownOutcomes(claim, outcomes);
    return own.length === 0 || own.some(({ status }) => status !== "passed" && status !== "failed");
  });
}
