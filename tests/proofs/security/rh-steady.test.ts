/** What does not come out the same twice is no pass, and is told for what it is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { normaliseRule, type RuleDraft } from "#core/rules/rule.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import { checkSubjectOf } from "#loop/checks/on-tree/subject.ts";
import { steadyResults } from "#loop/checks/steady.ts";
import { bench, script } from "../../loop/bench.ts";

const temp = mkdtempSync(join(tmpdir(), "loopwright-steady-"));
afterAll(() => rmSync(temp, { recursive: true }));
let counters = 0;

/** A command that fails the first times that it is run, or every time but these. Commands here have no walls, so that it can count. */
function counting(passes: (time: string) => string): string {
  counters += 1;
  const file = join(temp, `${counters}`);
  return `echo >> ${file}; n=$(wc -l < ${file}); ${passes("$n")}`;
}

it.each([
  { what: "passes the second time", run: counting((n) => `[ ${n} -eq 2 ]`), says: "flaky: it passed 1 of 3 runs: exit code 1" },
  { what: "passes all times but the first", run: counting((n) => `[ ${n} -gt 1 ]`), says: "flaky: it passed 2 of 3 runs: exit code 1" },
  { what: "passes the first time only", run: counting((n) => `[ ${n} -eq 1 ]`), says: "flaky: it passed once and failed twice" },
  { what: "never passes", run: "exit 3", says: "exit code 3" },
  { what: "passes where CI is set", run: '[ -n "$CI" ]', says: "it passes where checks run, and fails where CI is not set" },
  { what: "passes where there is no repository", run: "[ ! -e .git ]", says: "it passes where checks run, and fails where" },
])("fails a check that $what [RH-11, RH-14]", async ({ run, says }) => {
  const { verdict, details } = await steadily({ kind: "command", run });
  expect(verdict).toBe("fail");
  expect(details.slice(0, says.length)).toBe(says);
});

it("leaves alone what passes anywhere, and what keeps nobody from anything", async () => {
  expect(await steadily({ kind: "command", run: "true" })).toMatchObject({ verdict: "pass", details: "exit code 0" });
  const run = counting((n) => `[ ${n} -eq 2 ]`);
  expect(await steadily({ kind: "command", run }, "warn")).toMatchObject({ verdict: "fail", details: "exit code 1" });
});

it("does not hold it against the work that the base's own tests need CI [RH-11]", async () => {
  const run = '[ -n "$CI" ] && node --test';
  expect(await steadily({ kind: "tests", run, files: "branch" })).toMatchObject({ verdict: "pass", details: "all tests pass" });
});

async function steadily(check: RuleDraft["check"], severity: "fail" | "warn" = "fail") {
  const made = await bench(script());
  await made.go();
  const run = await made.run();
  const subject = checkSubjectOf(run, made.kit, run.base.tree);
  const rule = normaliseRule({ id: "a.x.steady", description: "d", severity, check });
  const at = { ...subject, plan: { ...subject.plan, rules: [rule] } };
  const [result] = await steadyResults(at, await checkRules(at, [rule]));
  return result ?? expect.fail("no result");
}
