import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { type BegunRun, mayExceedPersonQuota, overQuota } from "#core/runs/quota.ts";

const NOW = Date.parse("2026-01-02T12:00:00Z");
const HOUR = 3_600_000;
const QUOTAS = Config.parse({ quotas: { person_day: 2, repository_day: 3, open_runs: 2 } }).quotas;
const iso = (ms: number) => new Date(ms).toISOString();
const run = (hours: number, by: number | null = 1, open = false): BegunRun => ({ at: NOW - hours * HOUR, by, open });
const over = (...runs: readonly BegunRun[]) => overQuota(runs, { id: 1, now: NOW }, QUOTAS, iso);

it.each<[string, readonly BegunRun[], string | null]>([
  ["nothing was begun", [], null],
  ["one was", [run(1)], null],
  ["another person began two", [run(1, 2), run(2, 2)], null],
  ["two were begun a day ago", [run(24), run(25)], null],
  [
    "one person began two",
    [run(1), run(3)],
    "your runs of a day (quotas.person_day) are used up: 2 of 2. Set the label again after 2026-01-03T09:00:00.000Z",
  ],
  [
    "the repository began three",
    [run(1, 2), run(5, 3), run(2, 4)],
    "this repository's runs of a day (quotas.repository_day) are used up: 3 of 3. Set the label again after 2026-01-03T07:00:00.000Z",
  ],
  [
    "it began five",
    [run(1, 2), run(5, 3), run(2, 4), run(6, 4), run(7, 5)],
    "used up: 5 of 3. Set the label again after 2026-01-03T07:00:00.000Z",
  ],
  ["two are open", [run(30, 2, true), run(40, 3, true)], "2 runs are open here, and the configuration allows 2 (quotas.open_runs)"],
])("says whether another run may begin when %s", (_, runs, why) => {
  const said = over(...runs);
  if (why === null) expect(said).toBeNull();
  else expect(said).toContain(why);
});

it("looks up who began a run only where that can matter", () => {
  expect([
    mayExceedPersonQuota([run(1)], NOW, QUOTAS),
    mayExceedPersonQuota([run(1), run(2)], NOW, QUOTAS),
    mayExceedPersonQuota([run(25), run(26)], NOW, QUOTAS),
  ]).toEqual([false, true, false]);
});
