/** Publishing over the simulated GitHub: one pull request for a branch, whatever the line does. */
import { expect, it } from "vitest";
import type { Api } from "#adapters/github/client/api.ts";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import type { Publication, Publisher } from "#ports/publisher.ts";
import { AT, aSimulation, quickClient, type Stage } from "./clients.ts";
import type { Fault } from "./github/front.ts";

const press = (stage: Stage, api: Api = quickClient(stage)): Publisher => githubPublisher(api, { ...AT, base: "main", clock: stage.clock });
const publication = (branch: string, head: string): Publication => ({
  title: "Add",
  body: "Closes #1",
  branch,
  head,
  base: "main",
  number: null,
  titled: null,
  draft: false,
});

/** A branch with work, in a GitHub whose first pull requests meet these faults. */
function aBranch(...faults: readonly Fault[]): { readonly stage: Stage; readonly head: string } {
  const left = [...faults];
  const stage = aSimulation(({ method, path }) => (method === "POST" && path.endsWith("/pulls") ? (left.shift() ?? null) : null));
  return { stage, head: stage.github.push("loop/1-a", "wim", { "new.txt": "x" }) };
}

it.each<{ name: string; faults: readonly Fault[]; sends: number }>([
  { name: "nothing wrong", faults: [], sends: 1 },
  { name: "a lost request", faults: [{ kind: "drop" }], sends: 2 },
  { name: "a lost answer", faults: [{ kind: "applied_lost" }], sends: 1 },
  { name: "a GitHub out of order, twice", faults: Array(2).fill({ kind: "status", status: 502 }), sends: 3 },
])("opens one pull request with $name, and gives it when asked again", async ({ faults, sends }) => {
  const { stage, head } = aBranch(...faults);
  const base = stage.github.refAt("refs/heads/main");
  const published = { number: 1, url: "https://github.com/acme/widget/pull/1", head, base };
  expect(await press(stage).publish(publication("loop/1-a", head))).toEqual(published);
  expect(stage.github.lines.filter(({ method }) => method === "POST")).toHaveLength(sends);
  expect(await press(stage).publish(publication("loop/1-a", head))).toEqual(published);
  expect(stage.github.issues()).toHaveLength(1);
});

it("moves on the pull request that is there, makes a draft ready, and opens none that was closed", async () => {
  const { stage, head } = aBranch();
  await press(stage).publish({ ...publication("loop/1-a", head), draft: true });
  expect(stage.github.issue(1)?.pull?.draft).toBe(true);
  const next = stage.github.push("loop/1-a", "wim", { "new.txt": "y" });
  const again = { ...publication("loop/1-a", next), number: 1, titled: "Add", title: "Add more" };
  expect(await press(stage).publish(again)).toMatchObject({ number: 1, head: next });
  expect(stage.github.issue(1)).toMatchObject({ title: "Add more", pull: { draft: false, headSha: next } });
  stage.github.closePull(1, "ada");
  expect(await press(stage).publish(again)).toEqual({ reason: "pull request #1 was closed" });
});

it("leaves what people have in hand to them", async () => {
  const { stage, head } = aBranch();
  const moved = stage.github.push("loop/1-a", "wim", { "new.txt": "y" });
  expect(await press(stage).publish(publication("loop/1-a", head))).toEqual({ reason: expect.stringContaining(`points at ${moved}`) });
  await quickClient(stage, stage.github.person("wim")).rest.pulls.create({ ...AT, title: "By hand", head: "loop/1-a", base: "main" });
  expect(await press(stage).publish(publication("loop/1-a", moved))).toEqual({ reason: expect.stringContaining("was opened by wim") });
});

it("says what GitHub has against it: nothing new, the setting, the permission", async () => {
  const { stage, head } = aBranch();
  const main = stage.github.refAt("refs/heads/main") ?? "";
  await expect(press(stage).publish(publication("main", main))).rejects.toThrow("No commits between main and main");
  stage.github.switches.actionsMayOpenPulls = false;
  const job = quickClient(stage, stage.github.job({ contents: "write", pull_requests: "write" }));
  await expect(press(stage, job).publish(publication("loop/1-a", head))).rejects.toThrow("Allow GitHub Actions to create and approve");
  expect(await press(stage, job).certify({ head, id: "7/a-run", title: "Score 1.00", text: "" })).toMatch(/403.*`checks: write`/);
  expect(await press(stage).certify({ head, id: "7/a-run", title: "Score 1.00", text: "" })).toBeNull();
  expect(stage.github.checks).toMatchObject([{ sha: head, name: "loop/score", conclusion: "success" }]);
});
