/** Hidden checks on the wrong patches that slipped through a plan: which gaps they close. */
import { expect, it } from "vitest";
import type { AttackName, SlippedAttack } from "#core/plan/plan-attacks.ts";
import type { Rule } from "#core/rules/rule.ts";
import { withRefusals } from "#loop/checks/attacks/refusals.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { FILES } from "../../bench.ts";
import { atWork, command } from "../checked-run.ts";

const TEXTS: SlippedAttack = { name: "texts", paths: ["src/split.js"], rules: [] };
const exitOf = (path: string): SlippedAttack => ({ name: "early_exit", paths: [path], rules: [] });

/** A plan whose rule looks for a word, with what slipped through it. */
async function slippedThrough(slipped: readonly SlippedAttack[], rule: Rule = command("grep -q kept src/split.js")): Promise<CheckSubject> {
  const { subject } = await atWork({ ...FILES, "src/join.js": 'console.log("joined");\n' });
  const attacks = { tried: 3, slipped: [...slipped], judged: [], untried: [], ms: 1 };
  const results = [{ id: rule.id, verdict: "fail" as const, details: "", evidence: [] }];
  const rehearsal = { setupMs: 0, tests: null, results, attacks };
  return { ...subject, plan: { ...subject.plan, rules: [rule], scope: { paths: ["src/**"], out: [] }, rehearsal } };
}

const check = (run: string, expects: string) => ({ rule: "a.x", title: run, run, expects });
const LOOKS = check("node --input-type=module -e \"import { split } from './src/split.js'; console.log(split(',x,').length + 7)\"", "10");
const SAME = check("echo $((5 + 5))", "10");
const JOINS = check("node src/join.js", "joined");

const refusesOf = async (
  subject: CheckSubject,
  ...checks: readonly (typeof LOOKS)[]
): Promise<readonly (readonly AttackName[] | undefined)[]> => (await withRefusals(subject, checks)).map(({ refuses }) => refuses);

it("names what a check refuses, and nothing for one that says the same of every work", async () => {
  expect(await refusesOf(await slippedThrough([TEXTS]), LOOKS, SAME)).toEqual([["texts"], undefined]);
});

it("leaves the checks as they are where nothing slipped, and where there is none", async () => {
  const checks = [LOOKS];
  const subject = await slippedThrough([]);
  expect(await withRefusals(subject, checks)).toBe(checks);
  expect(await withRefusals({ ...subject, plan: { ...subject.plan, rehearsal: undefined } }, checks)).toBe(checks);
  expect(await withRefusals(await slippedThrough([TEXTS]), [])).toEqual([]);
});

it("takes a kind for refused only where every patch of it that slipped is, and no other patch counts [RH-26]", async () => {
  const rule = command("node src/join.js && node src/split.js");
  const both = await slippedThrough([exitOf("src/join.js"), exitOf("src/split.js")], rule);
  expect(await refusesOf(both, JOINS)).toEqual([undefined]);
  expect(await refusesOf(await slippedThrough([exitOf("src/join.js")], rule), JOINS, SAME)).toEqual([["early_exit"], undefined]);
  expect(await refusesOf(await slippedThrough([exitOf("src/split.js")], rule), JOINS)).toEqual([undefined]);
  expect(await refusesOf(await slippedThrough([exitOf("src/gone.js")], rule), JOINS)).toEqual([undefined]);
});

it("tries none once the time is over", async () => {
  const subject = await slippedThrough([TEXTS]);
  const times = [0, 0, 1e9];
  const made: string[] = [];
  const edited: CheckSubject["workspace"]["edited"] = async (tree, edits) => {
    const one = await subject.workspace.edited(tree, edits);
    made.push(one);
    return one;
  };
  const open = () => Promise.reject(new Error("a check was tried"));
  const workspace = { ...subject.workspace, edited, open };
  const late = { ...subject, workspace, clock: { ...subject.clock, now: () => times.shift() ?? 1e9 } };
  expect(await refusesOf(late, LOOKS)).toEqual([undefined]);
  expect(made).toHaveLength(1);
});
