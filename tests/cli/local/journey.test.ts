/** From the issue to the branch through the front door. */
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, it } from "vitest";
import { MENDED } from "../script.ts";
import { ALIAS, aStage, leftIn, type Stage, untouched } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const plan = (text: string): string => /loopwright approve ([0-9a-f]{32})/.exec(text)?.[1] ?? "";

it("shows the plan, takes the approval of just that plan, and carries it out beside the worktree [S4.12]", async () => {
  stage = await aStage();
  const before = untouched(stage.repository);
  const planned = await stage.run("new", stage.issue);
  expect(planned).toMatchObject({ code: 0, out: expect.stringContaining("Done when these rules hold") });
  expect(planned.err).toMatch(new RegExp(`Run ${ALIAS}-\\d{8}-\\d{6}: `));
  expect(planned.err).toContain(`It lies in ${dirname(stage.file("history.jsonl"))}\n`);
  expect(stage.model.requests.map(({ role }) => role)).toEqual(expect.arrayContaining(["hydrator", "plan-critic"]));
  expect(await stage.run("status")).toMatchObject({ code: 0, out: expect.stringContaining(`${ALIAS}: Waiting for approval`) });
  expect(stage.repository.git("branch", "--list", "loop/*")).toBe("");

  const wrong = await stage.run("approve", "0123456789ab0123456789ab01234567");
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("the plan has another digest") });
  expect(await stage.run("status")).toMatchObject({ out: expect.stringContaining("Waiting for approval") });

  const done = await stage.run("approve", plan(planned.out), "--expect", "threshold_reached");
  expect(done.err).toContain("as expected: threshold_reached");
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining("stop_reason      threshold_reached") });
  expect(stage.repository.git("show", `loop/${ALIAS}:src/split.js`)).toBe(MENDED.trimEnd());
  expect(untouched(stage.repository)).toBe(before);
  expect(leftIn(stage.temp)).toEqual([]);
  expect(stage.model.problems).toEqual([]);

  expect(await stage.run("status")).toMatchObject({
    code: 0,
    out: expect.stringContaining("last score    1.00 (4/4)"),
    err: `No run is active here; the last one was ${ALIAS}.\n`,
  });
  expect(await stage.run("status", "--run", ALIAS)).toMatchObject({ code: 0, out: expect.stringContaining("last score    1.00 (4/4)") });
  const replayed = await stage.run("replay", stage.file("history.jsonl"));
  expect(replayed).toMatchObject({ code: 0, out: readFileSync(stage.file("run.json"), "utf8") });
  const artifact = readFileSync(stage.file("artifact.md"), "utf8");
  expect(artifact).toContain(MENDED.trimEnd().replace(/^/gm, "+"));
  for (const command of ["approve", "stop", "resume"]) expect(await stage.run(command)).toMatchObject({ code: 2 });
  expect(await stage.run("approve", "--run", ALIAS)).toMatchObject({ code: 2, err: expect.stringContaining("it is completed") });
  expect(await stage.run("resume", ALIAS)).toMatchObject({ code: 2, err: expect.stringContaining("this run is completed") });
});

it("takes an approval without a digest", async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
  expect(await stage.run("approve")).toMatchObject({ code: 0 });
});

it("plans and carries out in one go, writes result and events where it is told, names a second run of the issue anew, and remembers [S0.55, M0.03, M3.04]", async () => {
  stage = await aStage();
  const first = await stage.run(
    "new",
    stage.issue,
    "--yes",
    "--expect",
    "threshold_reached",
    "--result",
    "../result.json",
    "--events",
    "../events.jsonl",
  );
  expect(first.code).toBe(0);
  const events = readFileSync(`${stage.repository.home}/events.jsonl`, "utf8").trimEnd().split("\n");
  const agents = events.map((line) => JSON.parse(line)).flatMap(({ kind, data }) => (kind === "session_start" ? [data.agent] : []));
  expect(new Set(agents)).toEqual(
    new Set(["hydrator", "plan-critic", "planner", "worker", "preparer", "auditor", "qa-verifier", "reflector"]),
  );
  expect(first.err).toMatch(/^ +\d+\.\ds {2}Run split-drops-empty-fields-\d{8}-\d{6}: split drops empty fields$/m);
  const result = JSON.parse(readFileSync(`${stage.repository.home}/result.json`, "utf8"));
  expect(result).toMatchObject({ stage: "completed", stop_reason: "threshold_reached", score: 1, branch: `loop/${ALIAS}`, pr: null });
  expect(result.head).toBe(stage.repository.git("rev-parse", `loop/${ALIAS}`));
  expect(existsSync(result.journal)).toBe(true);

  const second = await stage.run("new", stage.issue);
  expect(second.err).toContain(`Run ${ALIAS}-2-`);
  expect(await stage.run("stop", "not", "now")).toMatchObject({ code: 0, out: expect.stringContaining("not now") });
  expect(await stage.run("resume", `${ALIAS}-2`)).toMatchObject({ code: 2, err: expect.stringContaining("ended before it was approved") });

  const { out } = await stage.run("memory");
  const [, said = ""] = /^(m-[0-9a-f]{10}) {2}not now$/m.exec(out) ?? [];
  expect(out.match(/^m-/gm), "what each run finds out anew is no memory").toHaveLength(1);
  expect(await stage.run("forget", said)).toMatchObject({ code: 0, out: `Forgotten: ${said}\n` });
  expect((await stage.run("memory")).out).not.toContain(said);
});

it("says by its exit code that another end was expected", async () => {
  stage = await aStage();
  const { code, err } = await stage.run("new", stage.issue, "--expect", "completed");
  expect(err).toContain("expected completed, but it is awaiting_approval");
  expect(code).toBe(1);
});

it("refuses a second run beside an active one [S2.04]", async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
  const { code, err } = await stage.run("new", "another thing to do");
  expect(err).toContain(`a run is active here: ${ALIAS}`);
  expect(code).toBe(2);
});

it("prints the plan as data", async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
  const { code, out } = await stage.run("status", "--plan");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ workflow: "tdd", base: { commit: stage.repository.git("rev-parse", "HEAD") } });
});

it("goes on when its reader has gone", async () => {
  stage = await aStage();
  const program = stage.start(["new", stage.issue, "--yes"]);
  program.child.stdout?.destroy();
  const { code } = await program.ended;
  expect(code).toBe(0);
});
