/** A journal that somebody has damaged: a cache is healed, the truth is never guessed at. */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { casesOf } from "../../house/proofs.ts";
import { ALIAS, aStage, type Stage, whole } from "../stage.ts";

let stage: Stage;

beforeEach(async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
});
afterEach(() => stage.close());

it("heals a run.json that differs from the history, and says so [S1.59, S4.29, U.07]", async () => {
  const right = readFileSync(stage.file("run.json"), "utf8");
  writeFileSync(stage.file("run.json"), right.replace("awaiting_approval", "running"));
  const { code, out, err } = await stage.run("status");
  expect(err).toContain("written anew, because it differed from the history: run.json");
  expect(out).toContain("Waiting for approval");
  expect(code).toBe(0);
  expect(readFileSync(stage.file("run.json"), "utf8")).toBe(right);
});

it("makes lost caches anew", async () => {
  for (const name of ["run.json", "artifact.md"]) rmSync(stage.file(name));
  expect(await stage.run("status")).toMatchObject({ code: 0, err: expect.stringContaining("run.json, artifact.md") });
});

const DAMAGE = [
  { what: "a history that is gone", damage: (file: string) => rmSync(file), says: "has lost its history", code: 2 },
  { what: "an empty history", damage: (file: string) => truncateSync(file, 0), says: "the file is empty", code: 1 },
  { what: "a torn line", damage: (file: string) => appendFileSync(file, '{"ts":"20'), says: "is torn", code: 1 },
  { what: "a line that is not JSON", damage: (file: string) => appendFileSync(file, "no\n"), says: "line", code: 1 },
  { what: "an unknown event", damage: (file: string) => appendFileSync(file, '{"event":"won"}\n'), says: "line", code: 1 },
];

it.each(DAMAGE)("says so and runs nothing with $what", async ({ damage, says, code }) => {
  const [history, before] = [stage.file("history.jsonl"), whole(stage.repository)];
  damage(history);
  const asked = stage.model.requests.length;
  for (const command of casesOf(2, "status", "resume", "approve", "stop")) {
    const ended = await stage.run(command);
    expect(ended.err).toContain(says);
    expect(ended.err).toContain(history);
    expect(ended.err).not.toContain("    at ");
    expect(ended.code).toBe(code);
  }
  expect(stage.model.requests).toHaveLength(asked);
  expect(whole(stage.repository)).toBe(before);
});

it("refuses to replay a history that is torn", async () => {
  appendFileSync(stage.file("history.jsonl"), "{");
  expect(await stage.run("replay", stage.file("history.jsonl"))).toMatchObject({ code: 2, err: expect.stringContaining("is torn") });
});

it("begins a new run once the folder of the damaged one was removed", async () => {
  rmSync(stage.file(""), { recursive: true });
  expect(await stage.run("status")).toMatchObject({
    code: 0,
    out: "No run is active here. Begin one: loopwright new <issue.md or text>\n",
  });
  expect(await stage.run("new", stage.issue)).toMatchObject({ code: 0 });
});

/** Moves every time of the history back, as if the run had been planned earlier. */
function age(seconds: number): void {
  const file = stage.file("history.jsonl");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/"at":(\d+)/g, (_, at: string) => `"at":${Number(at) - seconds * 1000}`),
  );
}

it.each([
  { hours: "24 hours and one second", seconds: 86_401, code: 2, says: "the plan was shown more than 24 hours ago" },
  { hours: "an hour", seconds: 3600, code: 0, says: "Approved." },
])("answers an approval after $hours", async ({ seconds, code, says }) => {
  age(seconds);
  const { err, ...ended } = await stage.run("approve");
  expect(err).toContain(says);
  expect(ended.code).toBe(code);
  if (code !== 0) expect(stage.repository.git("branch", "--list", `loop/${ALIAS}`)).toBe("");
});
