/** The bot's log: a line of JSON each, with what it is about, without secrets, and never a stranger's text in full. */
import type { Probot } from "probot";
import { expect, it } from "vitest";
import { redactedLog } from "#adapters/redacted-log.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import type { Job } from "#ports/queue.ts";
import { jobLogOf, queueEventLogger } from "../../../bot/jobs/log.ts";

const CANARY = "canary-0123456789-abcdefghij";

/** A logger as Probot makes it, of which every record is kept. */
function aLogger(bound: object, records: object[]): Probot["log"] {
  const write =
    (level: string) =>
    (...said: readonly [string] | readonly [object, string]) => {
      const [about, line] = said.length === 1 ? [{}, said[0]] : said;
      records.push({ level, ...bound, ...about, line });
    };
  return {
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (more: object) => aLogger({ ...bound, ...more }, records),
  } as unknown as Probot["log"];
}

it("says with each line which delivery, issue and run it is about, and no secret [OBS-03]", () => {
  const records: object[] = [];
  const own = jobLogOf(aLogger({ name: "probot" }, records), { delivery: "d-1", issue: "acme/widget#7" });
  const log = redactedLog(own, secretGuardOver([CANARY]).hide);
  log.info("begun");
  own.ofRun("sum-20260101-120000");
  log.warn(`GitHub said ${CANARY}`);
  const about = { name: "probot", delivery: "d-1", issue: "acme/widget#7" };
  expect(records).toEqual([
    { level: "info", ...about, line: "begun" },
    { level: "warn", ...about, run: "sum-20260101-120000", line: "GitHub said [hidden]" },
  ]);
});

it("says of a job that failed which run it was about, where one is known, and nothing of one that ended well [OBS-03]", () => {
  const records: object[] = [];
  const job: Job = { key: "acme/widget#7", delivery: "d-1", vital: false, event: "issues.labeled", payload: {} };
  const runs = new WeakMap<Job, string>();
  const tell = queueEventLogger(aLogger({}, records), secretGuardOver([CANARY]).hide, runs);
  tell({ job, kind: "again", what: "failed, and is tried again", ms: 1.6, error: new Error(`GitHub said ${CANARY}`) });
  runs.set(job, "sum-20260101-120000");
  for (const kind of ["done", "dead", "lost"] as const) tell({ job, kind, what: "said" });
  const about = { delivery: "d-1", issue: "acme/widget#7" };
  const err = { message: "GitHub said [hidden]", stack: expect.stringContaining("[hidden]") };
  const run = "sum-20260101-120000";
  expect(records).toEqual([
    { level: "warn", ...about, ms: 2, err, line: "webhook d-1 for acme/widget#7: failed, and is tried again" },
    { level: "error", ...about, run, ms: 0, line: "webhook d-1 for acme/widget#7: said" },
    { level: "error", ...about, run, ms: 0, line: "webhook d-1 for acme/widget#7: said" },
  ]);
});

it("keeps lines short, whatever they quote [OBS-03]", () => {
  const records: { readonly line?: string }[] = [];
  const log = redactedLog(jobLogOf(aLogger({}, records), { delivery: "d", issue: "i" }), (line) => line);
  log.warn(`the issue says ${"word ".repeat(20_000)}`);
  expect(records[0]?.line?.length).toBeLessThan(2_100);
  expect(records[0]?.line).toMatch(/^the issue says word .* characters more\]$/);
});
