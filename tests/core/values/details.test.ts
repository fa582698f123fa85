/** Details of a result: what code cuts, the schema takes whole. */
import { expect, it } from "vitest";
import { Details, detailsOf } from "#core/values/details.ts";

it.each([1999, 2000, 2001, 9000])("cuts %i characters to what the schema takes whole", (length) => {
  const cut = detailsOf("x".repeat(length));
  expect(cut).toBe("x".repeat(Math.min(length, 2000)));
  expect(Details.parse(cut)).toBe(cut);
});

it("leaves a longer text to the schema, which says that it was cut", () => {
  expect(Details.parse("x".repeat(2001))).toBe(`${"x".repeat(1999)}…`);
});
