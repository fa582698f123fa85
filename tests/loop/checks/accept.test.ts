import { expect, it } from "vitest";
import { builtInRoles } from "#agent/specs/roles.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import type { WorkingCopy, Workspace } from "#ports/workspace.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { account } from "../../builders/atoms.ts";
import { answers, calls, type Turn } from "../../fakes/scripted-model.ts";
import { bench, FILES, HYDRATION, journey, script } from "../bench.ts";

const README = "# split\n\nEmpty fields are kept.\n";
const QUOTE = { path: "README.md", line: 3, text: "Empty fields are kept." };
const judged = (...ids: readonly string[]): Turn =>
  answers({ verdicts: ids.map((id) => ({ id, verdict: "pass", details: "it says so", evidence: [QUOTE] })) });

const entry = (id: string, is: "check" | "any", check: object | null, within: string | null = null) => ({
  id,
  text: id,
  is,
  check,
  within,
});

const DOCS = {
  ...HYDRATION,
  workflow: "minor-edit",
  template: "docs",
  rules: [
    {
      id: "a.correctness.accuracy",
      description: "It says what happens",
      severity: "fail",
      check: { kind: "command", text: "grep -q kept README.md", prints: null },
    },
    {
      id: "b.quality.clarity",
      description: "It is clear",
      severity: "warn",
      check: { kind: "content", text: "Is it clear?", prints: null },
    },
    { id: "b.quality.feel", description: "It reads well", severity: "warn", check: { kind: "assertion", text: "It reads well." } },
  ],
  acceptance: [
    entry("either", "any", null),
    entry("a page", "check", { kind: "file", text: "docs/split.md" }, "either"),
    entry("the readme", "check", { kind: "content", text: "Does the readme say it?" }, "either"),
    entry("tone", "check", { kind: "quality", text: "Is it kind?" }),
  ],
  scope: { paths: ["README.md"], out: [] },
};
const STEPS = answers({
  plan: [1, 2, 3].map((number) => ({ text: `Step ${number}`, rules: ["a.correctness.accuracy"], open: true })),
});
const WORK = [
  calls(
    ["write_file", { path: "README.md", content: README }],
    ["write_file", { path: "src/split.js", content: "export const split = () => [];\n" }],
  ),
  answers(account(true)),
];
const rated = (score: number): Turn =>
  answers({ ratings: [{ id: "item-3", marks: [{ criterion: "as asked", score, reason: "README.md:3" }] }] });
const STORY = {
  hydrator: [answers(DOCS)],
  planner: [STEPS],
  worker: WORK,
};
const FILES_HERE = { ...FILES, "README.md": "# split\n" };

it("keeps a minor edit within its scope, judges documents twice, and lists the acceptance [S0.22, S2.34, S2.36, C1.16, C2.19, M2.06]", async () => {
  // The loop's judge, QA's judge of the rules, QA's judge of the acceptance, QA's marks.
  const evaluator = [judged("b.quality.clarity"), judged("b.quality.clarity"), judged("item-2", "item-4"), rated(3)];
  const { report, run, model, store } = await journey(script({ ...STORY, evaluator }), { files: FILES_HERE });
  expect(report.stage).toBe("completed");
  const made = store.events?.find(({ kind }) => kind === "artifact_created");
  expect(made).toMatchObject({
    changed: ["README.md"],
    refused: [{ path: "src/split.js", reason: "the path is outside of the plan's scope" }],
  });
  const models = model.prompts.filter(({ role }) => role === "evaluator").map(({ prompt }) => prompt.model);
  const now = await run();
  const { balanced, best } = now.config.models;
  expect(models).toEqual([balanced, best, best, best]);
  expect(now.checklist.map(({ text, outcome }) => [text, outcome])).toEqual([
    ["either", "pass"],
    ["a page", "fail"],
    ["the readme", "pass"],
    ["tone", "pass"],
    ["It reads well", "person"],
  ]);
  expect(pullRequestBody(now, null)).toContain("- [ ] It reads well (for you to confirm): a judge says pass: it says so");
});

it("verifies nothing while the acceptance is not met, nor while a part of it was not judged [S2.34, C2.12]", async () => {
  const evaluator = [judged("b.quality.clarity"), judged("b.quality.clarity"), judged(), judged(), rated(2)];
  const { report, run, model } = await journey(script({ ...STORY, evaluator }), { files: FILES_HERE, config: { limits: { qaRounds: 1 } } });
  expect(report).toMatchObject({ stage: "stopped", stopReason: "qa_issues" });
  expect((await run()).qa?.last?.issues.map(({ problem }) => problem)).toEqual([
    "acceptance: either (unjudged): a page: docs/split.md is not there; the readme: unjudged",
    expect.stringContaining("acceptance: tone (fail): tone: 2.00 of 5, needed 3"),
  ]);
  expect(model.prompts.some(({ role }) => role === "qa-verifier")).toBe(false);
});

/** The workspace, which notes the commands of checks. */
function noting(workspace: Workspace, ran: string[]): Workspace {
  return {
    ...workspace,
    fresh: () => noting(workspace.fresh(), ran),
    open: async (tree, options) => {
      const opened = await workspace.open(tree, options);
      if (options.git) return opened;
      const exec: WorkingCopy["toolAccess"]["exec"] = (command, more) => {
        ran.push(command);
        return opened.toolAccess.exec(command, more);
      };
      return { ...opened, toolAccess: { ...opened.toolAccess, exec } };
    },
  };
}

it("runs a check of the acceptance once where a rule with the same check holds, and each other one", async () => {
  const command = (text: string) => ({ kind: "command", text, prints: null });
  const rule = "grep -q kept README.md";
  const acceptance = [entry("as the rule", "check", command(rule)), entry("another", "check", command("grep -q Empty README.md"))];
  const hydrator = [answers({ ...DOCS, rules: DOCS.rules.slice(0, 1), acceptance })];
  const made = await bench(script({ ...STORY, hydrator, evaluator: [] }), { files: FILES_HERE });
  await drive(made.journal, EVERYWHERE, made.kit);
  await made.consent();
  const ran: string[] = [];
  await drive(made.journal, EVERYWHERE, { ...made.kit, workspace: noting(made.kit.workspace, ran) });
  const run = await made.run();
  expect(run.checklist.map(({ text, outcome }) => [text, outcome])).toEqual([
    ["as the rule", "pass"],
    ["another", "pass"],
  ]);
  // On the base, in the loop, and on the fresh checkout; there once more elsewhere, in a repository.
  expect(ran.filter((one) => one === rule)).toHaveLength(3);
  expect(ran.filter((one) => one === "grep -q Empty README.md")).toHaveLength(1);
});

it("judges with a lesser model where the best one judged in the loop [C1.16]", async () => {
  const evaluator = [judged("b.quality.clarity"), judged("b.quality.clarity")];
  const made = await bench(
    script({ ...STORY, hydrator: [answers({ ...DOCS, rules: DOCS.rules.slice(0, 2), acceptance: [] })], evaluator }),
    {
      files: FILES_HERE,
    },
  );
  const own = builtInRoles().get("evaluator");
  if (own === undefined) throw new Error("no evaluator");
  const kit = { ...made.kit, roles: new Map([...made.kit.roles, ["evaluator" as const, { ...own, tier: "best" }]]) };
  await drive(made.journal, EVERYWHERE, kit);
  await made.consent();
  expect((await drive(made.journal, EVERYWHERE, kit)).stage).toBe("completed");
  const models = made.model.prompts.filter(({ role }) => role === "evaluator").map(({ prompt }) => prompt.model);
  const { balanced, best } = (await made.run()).config.models;
  expect(models).toEqual([best, balanced]);
});
