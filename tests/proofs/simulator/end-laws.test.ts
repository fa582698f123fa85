/** The law that what was asked for is done bites: a void approval excuses the end of a run only where people took away what it is held against. */
import { expect, it } from "vitest";
import { type EventDraft, withTime } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { journeyWith } from "./crash.ts";
import { brokenEnds } from "./end-laws.ts";
import type { Told } from "./truth.ts";

const UNSHOWN = "no comment of ours showed this plan before it was approved; set the label again";
const ANEW = 900_001;

/** A journey that was approved, and then ended for this reason; the plan was shown anew before that, in another comment. */
async function voided(message: string) {
  const { world, told } = await journeyWith([]);
  const [[ref, real] = []] = told;
  if (ref === undefined || real === undefined) throw new Error("bug: no run");
  const approved = real.events.findIndex(({ kind }) => kind === "approved");
  const at = (real.events[approved]?.at ?? 0) + 60_000;
  const drafts: readonly EventDraft[] = [
    { kind: "announced", effect: "plan" },
    { kind: "settled", effect: "plan", receipt: String(ANEW), why: "", told: at },
    { kind: "gave_up", reason: "approval_void", message },
    { kind: "stopped", reason: "approval_void", key: null },
  ];
  const events = [...real.events.slice(0, approved + 1), ...drafts.map((draft) => withTime(draft, at))];
  const run = replay(events);
  if (run === null) throw new Error("bug: no run");
  const [shown] = world.github.commentsOn(real.issue);
  return { world, ended: { ...real, events, run }, ref, shown: shown?.id ?? 0 };
}

it.each([
  { what: "nobody touched a comment", message: UNSHOWN, touched: [], excused: false },
  { what: "people took away the comment that was approved", message: UNSHOWN, touched: ["shown"], excused: true },
  { what: "they took away the one that was shown anew", message: UNSHOWN, touched: ["anew"], excused: false },
  {
    what: "they took it away, and the run ended for another reason",
    message: "the approving comment was edited",
    touched: ["shown"],
    excused: false,
  },
] as const)("excuses a void approval, or not, where $what", async ({ message, touched, excused }) => {
  const { world, ended, ref, shown } = await voided(message);
  const comments = new Map(touched.map((which) => [which === "shown" ? shown : ANEW, "The plan."]));
  const hands = { comments, locked: new Set<number>(), labelled: new Set<number>() };
  const told = new Map<string, Told>([[ref, ended]]);
  const broken = brokenEnds(world, { issues: [1], told, isGentle: true, hands, frozen: 0 });
  expect(broken.filter((law) => law.startsWith("lost: the run ends"))).toEqual(
    excused ? [] : [`lost: the run ends as stopped (approval_void; ${message})`],
  );
});
