/** The simulator: the same crashes play the same way, a journey survives each single death, and what would break it is seen. */
import { expect, it } from "vitest";
import { crashed, DEATHS, journeyWith, singlePoints } from "./crash.ts";

it("plays a journey from the label to the pull request, and the same journey again to the letter", async () => {
  const [first, second] = [await crashed([]), await crashed([])];
  expect(first.broken).toEqual([]);
  expect(first.changes.some(({ what }) => what === "POST /repos/acme/widget/pulls")).toBe(true);
  expect(second.changes).toEqual(first.changes);
});

it("ends well whichever request is the last one of its process [LLM-13]", async () => {
  const deaths = (await singlePoints()).filter(({ fate }) => fate === DEATHS[1]);
  expect(deaths.length).toBeGreaterThan(40);
  // `npm run crash` plays all of them, and each pair.
  const points = deaths.filter(({ nth }) => nth % 4 === 2).slice(0, 12);
  const broken: string[] = [];
  for (const point of points) broken.push(...(await crashed([point])).broken.map((why) => `${point.nth}: ${why}`));
  expect(broken).toEqual([]);
});

it("says which point was never reached", async () => {
  expect((await crashed([{ nth: 9_999, fate: "dies_after" }])).broken).toEqual(["the point 9999 was never reached"]);
});

it.each([
  { what: "a comment that is there twice", spoil: "double", says: /^doubled: the comment / },
  { what: "a pull request that is not there", spoil: "none", says: /^lost: 0 pull requests/ },
] as const)("sees $what", async ({ spoil, says }) => {
  const { world, ended } = await journeyWith([]);
  const { github } = world;
  if (spoil === "double") {
    const [plan] = github.commentsOn(1);
    if (plan === undefined) throw new Error("no comment");
    github.state.comments.put(999_999, { ...plan, id: 999_999 });
  } else github.state.issues.remove(2);
  expect(ended()).toEqual([expect.stringMatching(says)]);
});
