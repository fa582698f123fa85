/** The kept table names each figure of each contest: what is not kept could get worse without a word. */
import { expect, it } from "vitest";
import { checkout } from "../journeys/demo/root.ts";
import { CONTESTS } from "./contests.ts";
import { readKept } from "./ratios/kept.ts";

it("has a ratio for each figure of each contest, and none besides", async () => {
  const kept = Object.entries(await readKept(checkout("tests/bench/kept.yaml")));
  const named = Object.fromEntries(kept.map(([name, ratios]) => [name, Object.keys(ratios)]));
  const measured = CONTESTS.map(({ name, figures }) => [name, figures.map((figure) => figure.name)]);
  expect(named).toEqual(Object.fromEntries(measured));
});
