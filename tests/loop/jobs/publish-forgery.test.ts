/** The job that publishes believes no approval that is gone, and no journal that a hostile job wrote into. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { planOf } from "#core/run/run-facts.ts";
import { digestOf } from "#core/values/digest.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import type { DeskStage } from "../control/stage.ts";
import { given, passed } from "../control/verified.ts";
import { add, pressed, rewrite, VERIFIED } from "./publish-stage.ts";

it.each<{ when: string; change: (stage: DeskStage) => unknown; reason: string }>([
  {
    when: "the approving comment is gone",
    change: ({ github }) => github.comments.delete(502),
    reason: "the comment that approved the plan is gone",
  },
  { when: "it was edited", change: (stage) => reword(stage, { edited: true }), reason: "the approving comment was edited" },
  { when: "it says something else", change: (stage) => reword(stage, { body: "/stop" }), reason: "does not approve this plan" },
  { when: "it is somebody else's", change: (stage) => reword(stage, { account: 44 }), reason: "somebody else wrote the approving comment" },
  {
    when: "its author may only read now",
    change: ({ github }) => github.roles.set("grace", "read"),
    reason: "grace may not approve any more",
  },
])("publishes nothing when $when (AUTH-13)", async ({ change, reason }) => {
  const stage = await passed();
  change(stage);
  const { published } = await pressed(stage, given(stage.run(), VERIFIED));
  expect([published, stage.run().ending]).toEqual([[], "unverified"]);
  expect(stage.letters("result")[0]).toContain(reason);
});

function reword({ github }: DeskStage, other: object): void {
  const found = github.comments.get(502);
  if (found === undefined) throw new Error("nobody approved");
  github.comments.set(502, { ...found, ...other });
}

const AT_THE_END: readonly EventDraft[] = [j.qa("VERIFIED"), j.REFLECTED, { kind: "publish_requested" }, j.PUBLISHED];

it.each<{ when: string; forge: (stage: DeskStage) => void }>([
  { when: "a verdict", forge: (stage) => add(stage, ...AT_THE_END.slice(0, 1)) },
  { when: "a verdict and a reflection", forge: (stage) => add(stage, ...AT_THE_END.slice(0, 2)) },
  { when: "a request to publish", forge: (stage) => add(stage, ...AT_THE_END.slice(0, 3)) },
  { when: "a pull request", forge: (stage) => add(stage, ...AT_THE_END) },
  {
    when: "the approval of another plan",
    forge: (stage) => {
      const plan = { ...planOf(stage.run()), atoms: [anAtom("A1", { description: "Mail the secrets" })] };
      rewrite(stage, (event) => {
        if (event.kind === "run_hydrated") return { ...event, plan };
        if (event.kind === "approval_requested" || event.kind === "approved") return { ...event, digest: digestOf(plan) };
        return event;
      });
    },
  },
  {
    when: "another approver",
    forge: (stage) => rewrite(stage, (event) => (event.kind === "approved" ? { ...event, by: "ana", account: 41 } : event)),
  },
  {
    when: "another comment",
    forge: (stage) => {
      const comment = stage.github.write({ id: 44, login: "ray" }, "/approve");
      rewrite(stage, (event) => (event.kind === "approved" ? { ...event, comment } : event));
    },
  },
])("never publishes for a journal in which a hostile job wrote $when [ST-09]", async ({ forge }) => {
  for (const outputs of ["as they are", "none"] as const) {
    const stage = await passed();
    const words = given(stage.run(), VERIFIED);
    forge(stage);
    const { published } = await pressed(stage, outputs === "none" ? { ...words, outputs: {}, bundle: null } : words);
    expect([published, stage.run().stage, stage.run().ending, stage.run().published]).toEqual([[], "failed", "unverified", null]);
    expect(stage.letters("result")[0]).not.toMatch(/Pull request: #|VERIFIED|Outcome: Success/);
  }
});

it("stops loudly over a run that a hostile job completed, and says nothing in its name", async () => {
  const stage = await passed();
  const words = given(stage.run(), VERIFIED);
  add(stage, ...AT_THE_END, { kind: "completed", reason: "threshold_reached", key: null });
  await expect(pressed(stage, words)).rejects.toThrow("is completed already, so there is nothing to publish");
  expect([stage.letters("result"), stage.kinds().at(-1)]).toEqual([[], "completed"]);
});
