import { expect, it } from "vitest";
import { type BaseCommit, doubtsAboutBase } from "#core/approval/recheck-base.ts";
import { Config } from "#core/config/config.ts";
import * as j from "../../builders/journal.ts";

const RUN = j.settledRun(j.HYDRATED, j.PROCEED);
const GROUND: BaseCommit = { branch: RUN.base.branch, inHistory: true, tree: RUN.base.tree, config: RUN.config };
const BASE = "the base of the run is not what main holds; set the label again for a new run";
const CONFIG = "the configuration of the run is not the one at its base commit; set the label again for a new run";
const COMMIT = "the base commit of the run is not in the history of main; set the label again for a new run";

it.each<{ when: string; ground: Partial<BaseCommit>; doubts: readonly string[] }>([
  { when: "all is as the run says", ground: {}, doubts: [] },
  { when: "the commit is on no branch of ours", ground: { inHistory: false }, doubts: [COMMIT] },
  { when: "there is no such commit", ground: { tree: null, config: null }, doubts: [COMMIT] },
  { when: "the commit has another tree", ground: { tree: j.sha("9") }, doubts: [BASE] },
  { when: "the configuration cannot be read", ground: { config: null }, doubts: [CONFIG] },
  { when: "the configuration has walls", ground: { config: Config.parse({ sandbox: "none" }) }, doubts: [CONFIG] },
])("holds what a run says of its ground against the default branch: $when [ST-07]", ({ ground, doubts }) => {
  expect(doubtsAboutBase(RUN, { ...GROUND, ...ground })).toEqual(doubts);
});

it("does not take another branch for the default one [ST-07]", () => {
  expect(doubtsAboutBase({ ...RUN, base: { ...RUN.base, branch: "release" } }, GROUND)).toEqual([BASE]);
});
