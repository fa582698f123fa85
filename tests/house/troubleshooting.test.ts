/** The page of stop reasons has a row for each reason for which a run ends, in the very words of the comments, and no other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FREEZE_VARIABLE } from "#core/config/kill-switch.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { ROOT } from "./tools.ts";

const PAGE = readFileSync(join(ROOT, ".github/docs/troubleshooting.md"), "utf8");
/** The run goes on after these, or has done what it should. */
const NO_STOPS: readonly StopReason[] = ["redirect", "plan_changed", "threshold_reached", "no_major_issues", "answered"];

const told = [...PAGE.matchAll(/^\| (?!it ended because)([^|-][^|]*?) \| [^|]+ \| [^|]+ \|$/gm)].map(([, words = ""]) => words);

it("has one row for each reason, in its words", () => {
  const stops = StopReason.options.filter((reason) => !NO_STOPS.includes(reason)).map((reason) => REASON_WORDS[reason]);
  expect([...told].sort()).toEqual([...stops].sort());
});

it("names the switch that holds everything up as the program does", () => {
  expect(PAGE).toContain(`\`${FREEZE_VARIABLE}\``);
});
