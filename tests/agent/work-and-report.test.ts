import { expect, it } from "vitest";
import { workAndReport } from "#agent/work-and-report.ts";
import { WorkerReport } from "#core/iteration/worker-report.ts";
import { account } from "../builders/atoms.ts";
import { mapHands } from "../fakes/map-hands.ts";
import { answers, calls, says, scriptedModel, type Turn } from "../fakes/scripted-model.ts";
import { anEnv, role } from "./setting.ts";

const writes = calls(["write_file", { path: "a.txt", content: "new" }]);
const cut: Turn = { text: '{"success": ', finish: "cut" };

it.each<{ what: string; turns: readonly Turn[]; account: unknown; problem: string; toolCalls: number }>([
  { what: "an account", turns: [writes, answers(account(true))], account: account(true), problem: "", toolCalls: 1 },
  {
    what: "prose, then an account",
    turns: [writes, says("Done."), answers(account(false))],
    account: account(false),
    problem: "",
    toolCalls: 1,
  },
  {
    what: "an account that was cut, then a whole one",
    turns: [cut, answers(account(true))],
    account: account(true),
    problem: "",
    toolCalls: 0,
  },
  {
    what: "prose twice",
    turns: [says("Done."), says("Really.")],
    account: null,
    problem: "its account does not fit: it is not JSON",
    toolCalls: 0,
  },
  { what: "two that were cut", turns: [cut, cut], account: null, problem: "ended by cut", toolCalls: 0 },
  { what: "a refusal", turns: [{ text: "No.", finish: "refused" }], account: null, problem: "ended by refused", toolCalls: 0 },
  { what: "no end within its turns", turns: [writes, writes, writes], account: null, problem: "ended by turns", toolCalls: 3 },
])("works and then tells: $what [S2.12, S2.14]", async ({ turns, problem, account: told, toolCalls }) => {
  const model = scriptedModel({ worker: turns });
  const done = await workAndReport(role("worker", { turns: 3 }), "make it new", WorkerReport, anEnv(model, { toolAccess: mapHands() }));
  expect(done).toMatchObject({ report: told, toolCalls });
  expect(done.problem).toContain(problem);
  expect([done.problem === "", model.left()]).toEqual([problem === "", {}]);
});

it("says why a gate stopped the work, and asks for no account of it", async () => {
  const model = scriptedModel({ worker: [writes] });
  const beforeTool = () => Promise.resolve({ kind: "halt" as const, reason: "out of scope" });
  const told = await workAndReport(role("worker"), "make it new", WorkerReport, anEnv(model, { toolAccess: mapHands(), beforeTool }));
  expect(told).toMatchObject({ end: "halted", report: null, problem: "ended by halted: out of scope" });
});
