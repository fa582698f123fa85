import { expect, it } from "vitest";
import { Stage } from "#core/events/data/reason.ts";
import { labelOf } from "#text/phrases/label.ts";

it("labels an issue once there is something to look for, with names that are ours to take away", () => {
  const labels = Stage.options.map(labelOf);
  expect(labels.filter((label) => label === null)).toHaveLength(2);
  expect(labels.every((label) => label === null || /^loop:[a-z-]{4,20}$/.test(label))).toBe(true);
  expect(labelOf("verifying")).toBe(labelOf("running"));
});
