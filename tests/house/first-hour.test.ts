/** The page about the first hour on the real GitHub has a line for each assumption that the command tries, and its files are there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ASSUMPTIONS } from "#cli/live/assumptions/all.ts";
import { SCRATCH_TOPIC } from "#cli/live/scratch.ts";
import { FIRST_HOUR_PAGE } from "#text/terminal/live-page.ts";
import { ROOT } from "./tools.ts";

const PAGE = readFileSync(join(ROOT, FIRST_HOUR_PAGE), "utf8");
const lines = [...PAGE.matchAll(/^\| `([a-z]+-[a-z-]+)` \| (.+?) \| .+ \|$/gm)].map(([, id, assumes]) => ({ id, assumes }));

it("says of each row what it means, in the command's own words, and of no other", () => {
  const plain = lines.map(({ id, assumes = "" }) => ({ id, assumes: assumes.replaceAll("`", "") }));
  expect(plain).toEqual(ASSUMPTIONS.map(({ id, assumes }) => ({ id, assumes })));
});

it("names the topic that marks a scratch repository", () => {
  expect(PAGE).toContain(SCRATCH_TOPIC);
});

it.each(ASSUMPTIONS.map(({ id, reliesOn }) => ({ id, reliesOn })))("$id names a file that is there: $reliesOn", ({ reliesOn }) => {
  expect(existsSync(join(ROOT, reliesOn))).toBe(true);
});
