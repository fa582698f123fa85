import { expect, it } from "vitest";
import { workRole } from "#loop/work/ask-role.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, says } from "../../fakes/scripted-model.ts";
import { bench, script } from "../bench.ts";

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
