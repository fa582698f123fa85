/** The bot's log: a line of JSON each, with what it is about, without secrets, and never a stranger's text in full. */
import type { Probot } from "probot";
import { expect, it } from "vitest";
import { redactedLog } from "#adapters/redacted-log.ts";
import { guardOver } from "#core/redact.ts";
import { logOf } from "../../bot/log.ts";

const CANARY = "canary-0123456789-abcdefghij";

/** A logger as Probot makes it, of which every record is kept. */
function aLogger(bound: object, records: object[]): Probot["log"] {
  const write = (level: string) => (line: string) => void records.push({ level, ...bound, line });
  return {
    info: write("info"),
    warn: write("warn"),
    child: (more: object) => aLogger({ ...bound, ...more }, records),
  } as unknown as Probot["log"];
}

it("says with each line which delivery, issue and run it is about, and no secret [OBS-03]", () => {
  const records: object[] = [];
  const own = logOf(aLogger({ name: "probot" }, records), { delivery: "d-1", issue: "acme/widget#7" });
  const log = redactedLog(own, guardOver([CANARY]).hide);
  log.info("begun");
  own.ofRun("sum-20260101-120000");
  log.warn(`GitHub said ${CANARY}`);
  const about = { name: "probot", delivery: "d-1", issue: "acme/widget#7" };
  expect(records).toEqual([
    { level: "info", ...about, line: "begun" },
    { level: "warn", ...about, run: "sum-20260101-120000", line: "GitHub said [hidden]" },
  ]);
});

it("keeps lines short, whatever they quote [OBS-03]", () => {
  const records: { readonly line?: string }[] = [];
  const log = redactedLog(logOf(aLogger({}, records), { delivery: "d", issue: "i" }), (line) => line);
  log.warn(`the issue says ${"word ".repeat(20_000)}`);
  expect(records[0]?.line?.length).toBeLessThan(2_100);
  expect(records[0]?.line).toMatch(/^the issue says word .* characters more\]$/);
});
