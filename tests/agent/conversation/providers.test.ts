/** A role at work with a model of another provider: its own tool for changes, and no other. */
import { expect, it } from "vitest";
import { work } from "#agent/work.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, says, scriptedModel } from "../../fakes/scripted-model.ts";
import { anEnv, role } from "../setting.ts";

const PATCH = "*** Begin Patch\n*** Update File: a.txt\n-old\n+new\n*** End Patch";
const EDIT = { path: "a.txt", old_string: "old", new_string: "new" };

it.each([
  { model: "gpt-5.2", right: ["apply_patch", { patch: PATCH }], wrong: ["edit_file", EDIT] },
  { model: "claude-opus-5-5", right: ["edit_file", EDIT], wrong: ["apply_patch", { patch: PATCH }] },
] as const)("gives the worker on $model the one tool and refuses the other [S3.17, S3.21]", async ({ model, right, wrong }) => {
  const scripted = scriptedModel({ worker: [calls(wrong, right), says("Done.")] });
  const hands = mapHands({ "a.txt": "old\n" });
  const done = await work(
    role("worker"),
    "Change it.",
    anEnv(scripted, { toolAccess: hands, models: { best: "x", balanced: model, fast: "x" } }),
  );
  const tools = scripted.prompts[0]?.prompt.tools.map(({ name }) => name);
  expect(tools).toEqual(["read_file", "write_file", right[0], "exec", "grep", "glob"]);
  expect(done.calls.map(({ tool, target, failed }) => [tool, target, failed])).toEqual([
    [wrong[0], "", true],
    [right[0], "a.txt", false],
  ]);
  expect(hands.files.get("a.txt")).toBe("new\n");
});
