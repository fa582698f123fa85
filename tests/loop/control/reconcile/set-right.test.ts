/** The desk sets right what people see of a run: what somebody changed, deleted or sent twice (ST-04, ST-18). */
import { expect, it } from "vitest";
import { OURS } from "../../../fakes/memory-comments.ts";
import { type DeskStage, planned } from "../stage.ts";
import { labelled, look, MINUTE } from "./look.ts";

it("sets right what somebody changed: the label and our comments", async () => {
  const stage = await labelled(planned);
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  if (plan === undefined) throw new Error("no plan is shown");
  const { body } = plan;
  stage.github.comments.set(plan.id, { ...plan, body: "Approved by everybody." });
  stage.github.labels.delete("loop:awaiting-approval");
  stage.github.labels.add("loop:completed");
  await look(stage);
  expect(stage.github.comments.get(plan.id)?.body).toBe(body);
  expect([...stage.github.labels]).toEqual(["loop", "loop:awaiting-approval"]);
});

it("shows the plan anew when somebody deleted it, once [ST-04]", async () => {
  const stage = await labelled(planned);
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  stage.github.comments.delete(plan?.id ?? 0);
  await look(stage);
  expect(stage.letters("plan")).toHaveLength(1);
  expect(stage.letters("plan")[0]).toBe(plan?.body);
  await look(stage);
  expect(stage.letters("plan")).toHaveLength(1);
});

it.each([
  { when: "has just ended", minutes: 10, shows: "loop:stopped", says: "**Plan**" },
  { when: "ended long ago", minutes: 16, shows: "loop:paused", says: "Approved by everybody." },
])("shows a run that $when as $shows", async ({ minutes, shows, says }) => {
  const stage = await labelled(planned);
  await look(stage);
  await stage.says("grace", "/stop");
  expect([...stage.github.labels]).toContain("loop:stopped");
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  if (plan === undefined) throw new Error("no plan is shown");
  stage.github.comments.set(plan.id, { ...plan, body: "Approved by everybody." });
  stage.github.labels.delete("loop:stopped");
  stage.github.labels.add("loop:paused");
  const before = stage.kinds();
  stage.time.now += (minutes - 2) * MINUTE;
  await look(stage);
  expect(stage.kinds()).toEqual(before);
  expect([...stage.github.labels]).toEqual(["loop", shows]);
  expect(stage.github.comments.get(plan.id)?.body).toContain(says);
});

/** A second comment for the one that shows the plan, as a slow list lets it through. */
function doubled(stage: DeskStage): { readonly first: number; readonly second: number } {
  const [plan] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/plan/"));
  if (plan === undefined) throw new Error("no plan is shown");
  const second = stage.github.write({ id: OURS, login: "loopwright[bot]", bot: true }, plan.body);
  stage.github.comments.set(second, { ...plan, id: second });
  return { first: plan.id, second };
}

it("takes away what stands there twice, and leaves the one whose receipt the journal has", async () => {
  const stage = await labelled(planned);
  const { first, second } = doubled(stage);
  await stage.works({ kind: "settled", effect: "plan", receipt: String(second), why: "" });
  await look(stage);
  expect([stage.github.comments.has(first), stage.github.comments.has(second)]).toEqual([false, true]);
  expect(stage.letters("plan")).toHaveLength(1);
  const before = stage.github.asked.length;
  await look(stage);
  expect(stage.github.asked.slice(before)).not.toContain("retract");
});

it("leaves what an earlier run of the issue said alone: its receipts are not known", async () => {
  const stage = await labelled(planned);
  const said = ["The first.", "The second."].map((body) => {
    const id = stage.github.write({ id: OURS, login: "loopwright[bot]", bot: true }, body);
    const comment = stage.github.comments.get(id);
    if (comment !== undefined) stage.github.comments.set(id, { ...comment, key: "split-20250101-000000/status/1" });
    return id;
  });
  await look(stage);
  expect(said.map((id) => stage.github.comments.has(id))).toEqual([true, true]);
});

it("takes away what stands there twice of a run that has ended: the later one, where the journal has no receipt of either", async () => {
  const stage = await labelled(planned);
  await look(stage);
  await stage.says("grace", "/stop");
  const [answer] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/result/"));
  if (answer === undefined) throw new Error("the run has no last word");
  const second = stage.github.write({ id: OURS, login: "loopwright[bot]", bot: true }, answer.body);
  stage.github.comments.set(second, { ...answer, id: second });
  stage.github.refuse("retract", { retryable: true });
  await look(stage);
  expect(stage.letters("result")).toHaveLength(2);
  await look(stage);
  expect([stage.github.comments.has(answer.id), stage.github.comments.has(second)]).toEqual([true, false]);
});
