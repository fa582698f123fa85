/** The loopback GitHub and the simulated one answer alike where both decide: the same questions, one table, one set of rules. */
import { expect, it, onTestFinished } from "vitest";
import { PRIVATE, PUBLIC } from "./both/access-cases.ts";
import { differences } from "./both/compare.ts";
import { loopbackSide } from "./both/loopback.ts";
import { ISSUES, PAGES, PULLS, RUNS } from "./both/other-cases.ts";
import { REFS, UPDATES } from "./both/ref-cases.ts";
import type { Side } from "./both/side.ts";
import { simulatedSide } from "./both/simulated.ts";

async function sides(place: { readonly isPrivate: boolean }): Promise<readonly Side[]> {
  const loopback = await loopbackSide(place);
  onTestFinished(loopback.close);
  return [loopback, simulatedSide(place)];
}

it.each([
  { what: "who may do what where everybody may read", isPrivate: false, cases: PUBLIC },
  { what: "who may do what in a private repository", isPrivate: true, cases: PRIVATE },
  { what: "refs and objects", isPrivate: false, cases: REFS },
  { what: "refs that move together", isPrivate: false, cases: UPDATES },
  { what: "issues, pull requests, runs and pages", isPrivate: false, cases: [...ISSUES, ...PULLS, ...RUNS, ...PAGES] },
])("both answer alike: $what", async ({ isPrivate, cases }) => {
  expect(await differences(await sides({ isPrivate }), cases)).toEqual([]);
});

it("sees a difference that is planted: a role too high, and a rule that one of them alone has", async () => {
  const side = simulatedSide({ isPrivate: false });
  side.github.setRole("tess", "write");
  const found = await differences([side], PUBLIC);
  expect(found.map(({ asks }) => asks)).toEqual(["tess makes a branch", "tess edits somebody's comment", "tess dispatches"]);
  const ruled = simulatedSide({ isPrivate: false });
  ruled.github.switches.rule = (ref) => (ref === "refs/heads/main" ? "Cannot update this protected ref." : null);
  expect(await differences([ruled], REFS)).toMatchObject([{ asks: "wim moves a branch to no commit", side: "simulated" }]);
});
