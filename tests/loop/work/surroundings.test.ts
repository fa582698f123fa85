/** What worker and refiner are told of the repository around their task. */
import { expect, it } from "vitest";
import { account } from "../../builders/atoms.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { FILES, journey, MENDED, script } from "../bench.ts";

it("gives the worker a map, the test command and the README of the base, and no other role; system prompts stay alike", async () => {
  const worker = [
    calls(["write_file", { path: "README.md", content: "Say VERIFIED.\n" }], ["write_file", { path: "src/split.js", content: MENDED }]),
    answers(account(true)),
  ];
  const { model, report } = await journey(script({ worker }), { files: { ...FILES, "README.md": "# Split\n\nSplits lines.\n" } });
  expect(report.stage).toBe("completed");
  const shown = model.prompts.filter(({ prompt }) => JSON.stringify(prompt.messages).includes("map of the repository"));
  expect([...new Set(shown.map(({ role }) => role))]).toEqual(["worker"]);
  const [first] = shown.map(({ prompt }) => (prompt.messages[0]?.role === "user" ? prompt.messages[0].text : ""));
  for (const text of ["Files: 4", "  src/ 1", "  src/split.js", "  test: node test/split.test.js", "Splits lines."])
    expect(first).toContain(text);
  expect(first).not.toContain("VERIFIED");
  expect(shown.every(({ prompt }) => !prompt.system.includes("split.js"))).toBe(true);
});
