/** A plan that does not run on the base is asked of nobody. */
import { expect, it } from "vitest";
import { NO_WALLS } from "../../../adapters/sandbox/sandboxes.ts";
import { hubFaultsOf } from "../../demo/hub/verdict.ts";
import { played, TIME } from "./played.ts";

it.skipIf(NO_WALLS !== "").each([
  { what: "with a misspelt script", name: "rehearsal-by-job", ending: "user_stop", tried: 2 },
  { what: "with a rule that cannot be parsed, or is green already", name: "rehearsal-unparsed", ending: "user_stop", tried: 3 },
  { what: "whose repository cannot be set up before a person mends it", name: "rehearsal-mended", ending: "threshold_reached", tried: 2 },
] as const)(
  `asks nobody to approve a plan $what, without a server either${NO_WALLS}`,
  async ({ name, ending, tried }) => {
    const outcome = await played(name, true);
    expect(hubFaultsOf(outcome, ending)).toEqual([]);
    const kinds = outcome.events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "rehearsed").length).toBe(tried);
    expect(kinds.filter((kind) => kind === "approval_requested").length).toBe(1);
    expect(kinds.indexOf("approval_requested")).toBeGreaterThan(kinds.lastIndexOf("rehearsed"));
  },
  TIME,
);
