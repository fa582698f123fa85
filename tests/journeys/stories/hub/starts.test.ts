/** A run begins by a comment or an assignment, and its plan is made anew where it is older than a comment. */
import { expect, it } from "vitest";
import { hubFaultsOf } from "../../demo/hub/verdict.ts";
import { readStory } from "../../demo/story.ts";
import { foundInOrder, orderOf } from "../order.ts";
import { played, TIME } from "./played.ts";

it.each([
  { name: "started-by-comment", zeroServer: true, ending: "threshold_reached", calls: "/loop" },
  { name: "started-by-assignment", zeroServer: false, ending: "user_stop", calls: "" },
] as const)(
  "begins the run of $name without the label, which it sets itself, once, and shows it on one dashboard; without a server: $zeroServer",
  async ({ name, zeroServer, ending, calls }) => {
    const story = await readStory(name);
    const outcome = await played({ ...story, config: { ...story.config, dashboard: true } }, zeroServer);
    expect(outcome.dashboards).toEqual([expect.stringMatching(/\[#1\]\(\.\.\/issues\/1\) .*\$0\.\d\d/)]);
    expect(hubFaultsOf(outcome, ending)).toEqual([]);
    expect(outcome.labels).toContain("loop");
    expect(outcome.events.filter(({ kind }) => kind === "run_started").length).toBe(1);
    const people = outcome.posts
      .filter(({ who, where }) => where === "Comment" && !who.endsWith("[bot]"))
      .map(({ who, body }) => [who, body]);
    expect(people.filter(([who]) => who === "tess")).toEqual(calls === "" ? [] : [["tess", calls]]);
  },
  TIME,
);

it(
  "says without a server that a plan is older than a comment, and makes another one from it [M0.02]",
  async () => {
    const outcome = await played("plan-older", true);
    expect(hubFaultsOf(outcome, "threshold_reached")).toEqual([]);
    const kinds = outcome.events.map(({ kind }) => kind);
    expect(foundInOrder(orderOf("plan-older"), kinds)).toEqual(orderOf("plan-older"));
    expect(outcome.run?.plan?.discussion?.comments).toMatchObject([{ by: "otto", author: true }]);
  },
  TIME,
);
