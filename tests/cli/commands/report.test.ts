/** `loopwright report`: one run as a page, of this machine or of a ref that was fetched, through the built program. */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALIAS, aStage, type Stage } from "../stage.ts";

const REF = "refs/loopwright/issue-1/split-20260101-000000";
let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
  await stage.run("stop", "enough <b>of it</b>");
});
afterAll(() => stage.close());

/** A commit that holds the run's files, as GitHub's state ref does. */
function fetched(ref: string): void {
  const { git, commit } = stage.repository;
  const texts = ["history.jsonl", "run.json"].map((name) => [name, readFileSync(stage.file(name), "utf8")]);
  git("update-ref", ref, commit(Object.fromEntries(texts)));
}

it("writes a page beside the history, and says where", async () => {
  const { code, out, err } = await stage.run("report");
  const page = stage.file("report.html");
  expect([code, out, err]).toEqual([0, `The report of ${ALIAS}: file://${page}\n`, ""]);
  const html = readFileSync(page, "utf8");
  expect(html).toContain("<h2>Timeline</h2>");
  expect(html).toContain("<blockquote>enough &lt;b&gt;of it&lt;/b&gt;</blockquote>");
  expect(html).not.toMatch(/<script|<link|<img|src=|url\(/);
});

it("writes where it is told to, and refuses a folder that is not there", async () => {
  const page = join(stage.temp, "page.html");
  expect(await stage.run("report", ALIAS, "--html", page)).toMatchObject({ code: 0, out: `The report of ${ALIAS}: file://${page}\n` });
  expect(existsSync(page)).toBe(true);
  rmSync(page);
  expect(await stage.run("report", "--html", "/no/such/place/page.html")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--html: there is no folder /no/such/place; make it first"),
  });
  expect(await stage.run("report", "nothing")).toMatchObject({ code: 2, err: expect.stringContaining("there is no run nothing here") });
});

it("reads a ref that was fetched, and says how to fetch one that was not", async () => {
  stage.repository.git("branch", "before");
  fetched(REF);
  const { code, out } = await stage.run("report", REF);
  const page = join(stage.repository.gitDir, "loopwright", "report-split-20260101-000000.html");
  expect([code, out]).toEqual([0, `The report of ${ALIAS}: file://${page}\n`]);
  expect(readFileSync(page, "utf8")).toBe(readFileSync(stage.file("report.html"), "utf8"));
  expect(await stage.run("report", "refs/loopwright/issue-2/none")).toMatchObject({
    code: 2,
    err: expect.stringContaining("git fetch origin 'refs/loopwright/*:refs/loopwright/*' brings them"),
  });
  expect(await stage.run("report", "refs/heads/before")).toMatchObject({ code: 2, err: expect.stringContaining("has no history") });
});

it("opens the page with the system's program, and says so where there is none", async () => {
  const programs = join(stage.temp, "programs");
  const opened = join(stage.temp, "opened");
  mkdirSync(programs);
  writeFileSync(join(programs, "xdg-open"), `#!/bin/sh\necho "$1" > ${opened}\n`);
  chmodSync(join(programs, "xdg-open"), 0o755);
  const { PATH = "" } = process.env;
  const shown = await stage.runWith({ env: { PATH: `${programs}:${PATH}` } }, "report", "--open");
  expect([shown.code, shown.err]).toEqual([0, ""]);
  await expect.poll(() => existsSync(opened) && readFileSync(opened, "utf8")).toBe(`${stage.file("report.html")}\n`);
  rmSync(join(programs, "xdg-open"));
  const git = stage.repository.git("--exec-path");
  const none = await stage.runWith({ env: { PATH: `${programs}:${git}` } }, "report", "--open");
  expect([none.code, none.err]).toEqual([0, expect.stringContaining("no program here opens it")]);
});

it("shows what was fetched damaged up to the damage, and nothing of a damaged history of its own", async () => {
  appendFileSync(stage.file("history.jsonl"), '{"ts":"20');
  fetched(`${REF}-torn`);
  const { code, err } = await stage.run("report", `${REF}-torn`);
  expect([code, err]).toEqual([1, expect.stringMatching(/the history breaks off there: line \d+ is torn/)]);
  const page = join(stage.repository.gitDir, "loopwright", "report-split-20260101-000000-torn.html");
  expect(readFileSync(page, "utf8")).toContain("The history breaks off after what is shown here: line");
  const own = await stage.run("report");
  expect([own.code, own.err]).toEqual([2, expect.stringMatching(/there is nothing to report: .*is torn: .*restore it from a copy/)]);
});
