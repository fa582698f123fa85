/** The dashboard follows the runs: opened once where the configuration asks for it, edited where something changed, and left alone once it is closed. */
import { expect, it } from "vitest";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { Failure } from "#ports/failure.ts";
import { atWork, deskStage, LABELLED, planned } from "../stage.ts";

const ASKED = { files: { ".github/loopwright.yml": "dashboard: true\n" } };
const never = async () => null;

it("shows a plan that waits, then a run at work, then its end, in one issue", async () => {
  const stage = await planned(ASKED);
  expect(stage.board.map(({ text }) => text)).toEqual([expect.stringContaining("**a plan to approve**")]);
  await stage.says("grace", "/approve");
  expect(stage.board[0]?.text).toContain("### At work (1)");
  await stage.works({ kind: "stopped", reason: "iteration_limit", key: null });
  await handleWorkerEnd({ id: "1", title: "no title of ours", conclusion: "success" }, { ...stage.desk, active: stage.desk.latest });
  expect(stage.board.map(({ text }) => text)).toEqual([expect.stringContaining("because the last allowed iteration did not pass")]);
});

it("shows the run that this very event began, which the first look of the job did not see", async () => {
  const stage = deskStage(ASKED);
  const summaries: typeof stage.desk.summaries = async (when) => (when === "now" ? stage.desk.summaries(when) : []);
  await stage.happens("grace", LABELLED, {}, { ...stage.desk, summaries });
  expect(stage.board.map(({ text }) => text)).toEqual([expect.stringContaining("**a plan to approve**")]);
});

it("is not there where nobody asked for it", async () => {
  const stage = await planned();
  await reconcile(stage.desk, never);
  expect(stage.board).toEqual([]);
});

it("is refreshed by the poll of the first open run alone", async () => {
  const stage = await atWork(ASKED);
  stage.board.length = 0;
  await reconcile({ ...stage.desk, runs: async () => [{ issue: 3, runId: "another", at: 0, open: true }] }, never);
  expect(stage.board).toEqual([]);
  await reconcile(stage.desk, never);
  expect(stage.board).toHaveLength(1);
});

it("stays as it is once a maintainer has closed it, and a second one is closed", async () => {
  const stage = deskStage(ASKED);
  stage.board.push({ number: 100, text: "before", open: false, doubles: [] }, { number: 101, text: "twice", open: true, doubles: [] });
  await stage.happens("grace", LABELLED);
  expect(stage.board).toMatchObject([{ text: "before", open: false }, { open: false }]);
});

it("keeps no run from going on where GitHub refuses", async () => {
  const stage = deskStage(ASKED);
  const find = (): Promise<never> => Promise.reject(new Failure("github", "out of order", { retryable: true }));
  await stage.happens("grace", LABELLED, {}, { ...stage.desk, dashboard: { ...stage.desk.dashboard, find } });
  expect([stage.run().stage, stage.warnings.at(-1)]).toEqual([
    "awaiting_approval",
    "the dashboard on GitHub is not up to date: out of order",
  ]);
});
