import { expect, it } from "vitest";
import { workRole } from "#loop/work/ask-role.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, says } from "../../fakes/scripted-model.ts";
import { bench, script } from "../bench.ts";

it("gives a role the model, effort, tokens and time that the repository sets for it, before the limit for every agent", async () => {
  const roles = { worker: { model: "best", effort: "max", tokens: 9000, minutes: 2 } } as const;
  const made = await bench(script({ worker: [says("done")] }), { config: { roles, limits: { agentMs: 3000 } } });
  const beforeTool = async () => ({ kind: "go" }) as const;
  await workRole(await made.run(), made.kit, { role: "worker", goal: "go", toolAccess: mapHands({}), beforeTool, surroundings: "" });
  const prompt = made.model.prompts.at(-1)?.prompt;
  expect(prompt).toMatchObject({ model: "claude-opus-5-5", effort: "max", maxTokens: 9000 });
  expect(prompt?.deadline).toBeGreaterThan(3000);
});

it("puts what an agent of a run warns of into the log [M3.04, S3.53]", async () => {
  const again = Array.from({ length: 10 }, () => calls(["read_file", { path: "a" }]));
  const made = await bench(script({ worker: [...again, says("done")] }));
  const warnings: string[] = [];
  const kit = { ...made.kit, log: { ...made.kit.log, warn: (line: string) => void warnings.push(line) } };
  const beforeTool = async () => ({ kind: "go" }) as const;
  const work = await workRole(await made.run(), kit, {
    role: "worker",
    goal: "go",
    toolAccess: mapHands({ a: "" }),
    beforeTool,
    surroundings: "",
  });
  expect(work).toMatchObject({ end: "done", stumbles: 9, signals: Array(9).fill(expect.objectContaining({ sessionId: "split-1" })) });
  expect(warnings).toEqual(["worker: the last calls repeat a pattern of 1"]);
});
