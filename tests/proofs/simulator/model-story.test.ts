/** A model that is away for hours: the run is parked with a reason that people can read, costs nothing meanwhile, and goes on when it is told to. */
import { expect, it } from "vitest";
import { Failure } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import { story } from "./story.ts";
import { worldOf } from "./world.ts";

const MINUTE = 60_000;

it("parks a run whose model is overloaded for two hours, asks it no more, and goes on from there [LLM-02]", async () => {
  const line = { overloaded: new Set<string>(), asked: 0 };
  const served = (model: Model): Model => ({
    ...model,
    reply: async (prompt, signal) => {
      line.asked++;
      if (line.overloaded.size === 0) return model.reply(prompt, signal);
      throw new Failure("model", "Anthropic answered 529: overloaded", { retryable: true });
    },
  });
  const world = worldOf(1, () => ({ over: served }));
  await story(world, async ({ issue, pass, runs }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    const planned = line.asked;
    line.overloaded.add("now");
    world.github.comment(issue, "wim", "/approve");
    await pass(120 * MINUTE);
    // A step is tried twice, and what was learnt is asked once.
    expect(line.asked - planned).toBeLessThan(8);
    expect(world.github.issue(issue)?.labels).toEqual(["loop", "loop:failed"]);
    const said = world.github.commentsOn(issue).map(({ body }) => body);
    expect(said.at(-1)).toContain("529: overloaded");
    expect(said.at(-1)).toContain("/loop resume");
    line.overloaded.clear();
    world.github.comment(issue, "wim", "/loop resume");
    await pass(60 * MINUTE);
    expect([world.github.issue(issue)?.labels, runs().length]).toEqual([["loop", "loop:completed"], 2]);
  });
});
