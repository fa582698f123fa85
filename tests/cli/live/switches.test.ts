/** Each assumption of `loopwright doctor --live` turns red where GitHub does otherwise, and no other one with it. */
import { expect, it } from "vitest";
import { ASSUMPTION_GROUPS, ASSUMPTIONS } from "#cli/live/assumptions/all.ts";
import type { Deviation } from "../../lab/github/deviation.ts";
import { OTHERWISE } from "../../lab/github/otherwise/all.ts";
import { aGitHubForAll } from "../../lab/github/stage.ts";
import { appToken, examine, quickClock, SCRATCH } from "./live-lab.ts";

let otherwise: Deviation | null = null;
const github = await aGitHubForAll({ repositories: [SCRATCH], otherwise: () => otherwise });
const token = await appToken(github);
const clock = quickClock();

/** Those of one group are tried together; a long run tries all at each switch. */
const isLong = process.env["LOOPWRIGHT_PROOFS"] === "long";

it("has a switch for each assumption, and none for anything else", () => {
  expect(new Set(Object.keys(OTHERWISE))).toEqual(new Set(ASSUMPTIONS.map(({ id }) => id)));
});

it.each(ASSUMPTIONS.map(({ id }) => id))("sees that GitHub does otherwise: %s", async (id) => {
  const group = ASSUMPTION_GROUPS.find((one) => one.some((row) => row.id === id)) ?? [];
  otherwise = new Map<string, Deviation>(Object.entries(OTHERWISE)).get(id) ?? null;
  await clock.sleep(1_000);
  const ofPerson = id === "role-named";
  const { code, report } = await examine(github, { clock, assumptions: isLong ? ASSUMPTIONS : group, ...(!ofPerson && { token }) });
  otherwise = null;
  const red = report.rows.filter(({ outcome }) => outcome === "differs" || outcome === "unclear");
  expect(red.map((row) => [row.id, row.outcome])).toEqual([[id, "differs"]]);
  expect({ code, left: report.left, earlier: report.earlier }).toEqual({ code: 1, left: [], earlier: [] });
});
