/** The backtest through the front door: a history of closed bugs, judged by the gate, and the clone is as it was. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aStage, type Ended, leftIn, type Stage } from "../stage.ts";
import {
  aBuiltHistory,
  aCarelessHistory,
  aDoctestHistory,
  aGuardedHistory,
  aHistory,
  aMutedHistory,
  aPythonHistory,
  bytesBelow,
  COMMITS,
} from "./history.ts";

const KEPT = ".git/loopwright/backtest.jsonl";
const NO_KEY = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined };
const history = aHistory();
const python = aPythonHistory();
let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
});
afterAll(async () => {
  await stage.close();
  history.remove();
  python.remove();
});

const inFolder = (cwd: string, ...args: readonly string[]): Promise<Ended> => stage.runWith({ cwd, env: NO_KEY }, "backtest", ...args);

const refused = { kind: "refused" };
const WRONG = { nothing: refused, tests: refused, deleted: refused, emptied: refused };

it("judges every closed bug without a key, leaves the clone as it was, and goes on from what it kept [RH-27]", async () => {
  const before = bytesBelow(history.folder, KEPT);
  const page = join(history.home, "page.html");
  const { code, out, err } = await inFolder(history.folder, "--json", "--html", page);
  const { whole, summary, rows } = JSON.parse(out);
  expect({ whole, summary }, err).toMatchObject({
    whole: true,
    summary: { fixes: 3, decided: 3, trueAccepted: 3, wrongAccepted: 0, notFixes: 1, undecided: [], trusted: true },
  });
  expect(rows).toMatchObject([
    {
      subject: COMMITS.clamp,
      result: { kind: "judged", red: 1, variants: { ...WRONG, fix: { kind: "accepted" }, half: { kind: "impossible" } } },
    },
    { subject: COMMITS.same, result: { kind: "no_fix" } },
    {
      subject: COMMITS.share,
      result: { variants: { ...WRONG, fix: { kind: "accepted" }, half: { kind: "impossible" }, broken: refused } },
    },
    { subject: COMMITS.mean, result: { variants: { ...WRONG, fix: { kind: "accepted" }, half: refused, broken: refused } } },
  ]);
  expect(code).toBe(0);
  expect(bytesBelow(history.folder, KEPT).replace(/^\.\/\.git\/loopwright\n/m, "")).toBe(before);
  expect(leftIn(stage.temp)).toEqual([]);
  const html = readFileSync(page, "utf8");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script|https?:\/\/|<link|<img/);

  // Half a line, as a program that was killed leaves it, costs nothing but itself.
  writeFileSync(join(history.folder, KEPT), `${readFileSync(join(history.folder, KEPT), "utf8")}{"commit`);
  const again = await inFolder(history.folder);
  expect(again.err.split("\n").length).toBeGreaterThan(3);
  expect(again.out).toContain("On this history the gate accepts every true fix and no wrong patch.");
  expect(again.out).toMatch(/^ {2}\w{8} +ok +ok +ok +ok +ok +- +ok /m);
  expect(again.code).toBe(0);
  expect(JSON.parse((await inFolder(history.folder, "--json")).out).rows).toEqual(rows);
});

it("judges Python, and says of what cannot be decided what to put into the configuration", async () => {
  const fine = await inFolder(python.folder, "--json", "--last", "1");
  expect(JSON.parse(fine.out), fine.err).toMatchObject({
    summary: { decided: 1, trueAccepted: 1, wrongAccepted: 0 },
    rows: [
      {
        result: { red: 1, variants: { ...WRONG, fix: { kind: "accepted" }, half: { kind: "impossible" }, broken: { kind: "impossible" } } },
      },
    ],
  });
  python.commit({ ".github/loopwright.yml": 'setup: ["echo there is no such package >&2; exit 7"]\n' });
  const { code, out } = await inFolder(python.folder);
  expect(out).toContain("Nothing could be decided.");
  expect(out).toContain("there is no such package");
  expect(out.replace(/\s+/g, " ")).toContain("1 fix: setup fails. What to do: name commands that work in .github/loopwright.yml: setup");
  expect(code).toBe(1);
});

it("judges a fix whose tests cannot be built without it, and no landed change that breaks other tests", async () => {
  const built = aBuiltHistory();
  const { out, err } = await inFolder(built.folder, "--json");
  const page = await inFolder(built.folder);
  built.remove();
  expect(JSON.parse(out), err).toMatchObject({
    summary: { decided: 1, trueAccepted: 1, wrongAccepted: 0, undecided: [{ why: "breaks", count: 1 }] },
    rows: [
      { result: { kind: "undecided", why: "breaks", details: "the first word" } },
      { result: { red: 1, variants: { ...WRONG, fix: { kind: "accepted" } } } },
    ],
  });
  expect(page.out).toContain("what landed fails tests that pass without it, or have other names without it");
});

it("asks no test for faults that came with the fix: on no real base it finds any", async () => {
  const guarded = aGuardedHistory();
  const { out, err } = await inFolder(guarded.folder, "--json");
  guarded.remove();
  expect(JSON.parse(out), err).toMatchObject({
    summary: { decided: 1, trueAccepted: 1, wrongAccepted: 0 },
    rows: [{ result: { red: 1, variants: { ...WRONG, fix: { kind: "accepted" } } } }],
  });
});

it("says which test a plan must name where a true fix lets it find less, and judges the rest with that plan", async () => {
  const muted = aMutedHistory();
  const { out, err } = await inFolder(muted.folder, "--json");
  muted.remove();
  expect(JSON.parse(out), err).toMatchObject({
    summary: { decided: 1, trueAccepted: 1, excused: 1, wrongAccepted: 0 },
    rows: [
      {
        result: {
          excused: [{ path: "test/label.test.js", test: "two letters", mayBe: "changed" }],
          variants: { ...WRONG, fix: { kind: "accepted" } },
        },
      },
    ],
  });
});

it("asks for no test that stands within a source of the fix: the gate runs those of the base there", async () => {
  const doctests = aDoctestHistory();
  const { out, err } = await inFolder(doctests.folder, "--json");
  doctests.remove();
  expect(JSON.parse(out), err).toMatchObject({
    summary: { decided: 1, trueAccepted: 1, wrongAccepted: 0, undecided: [{ why: "inside", count: 1 }] },
    rows: [
      { result: { kind: "undecided", details: "doubling > thrice" } },
      { result: { red: 1, variants: { ...WRONG, fix: { kind: "accepted" } } } },
    ],
  });
});

it("names a true fix that the gate refuses, and does not say that it can be trusted [RH-27]", async () => {
  const careless = aCarelessHistory();
  const { code, out } = await inFolder(careless.folder);
  careless.remove();
  expect(out).toMatch(/^On this history the gate is NOT right everywhere\. It refuses true fixes/);
  expect(out).toMatch(/the true fix is refused: a\.integrity\.debug-markers: src\/stats\.js:4/);
  expect(code).toBe(1);
});

it("keeps what it has when it is interrupted, and says that more is left", async () => {
  const slow = aHistory();
  slow.commit({ ".github/loopwright.yml": "checks: { test: sleep 60 }\n" });
  const program = stage.start(["backtest"], { cwd: slow.folder, env: NO_KEY });
  await new Promise((settle) => setTimeout(settle, 3_000));
  program.child.kill("SIGINT");
  const { code, out, err } = await program.ended;
  expect(out).toContain("The time was over before all were looked at");
  expect([code, err.includes("    at ")]).toEqual([1, false]);
  expect(leftIn(stage.temp)).toEqual([]);
  expect(existsSync(join(slow.folder, KEPT))).toBe(false);
  slow.remove();
});

it.each([
  { args: ["--last", "0"], says: "--last takes a number from 1 to 1000, not 0" },
  { args: ["--minutes", "soon"], says: "--minutes takes a number from 1 to 1440, not soon" },
  { args: ["--html", "/no/such/place/page.html"], says: "--html: there is no folder /no/such/place" },
  { args: ["now"], says: "too many arguments for 'backtest'" },
])("refuses $args with a reason, and runs nothing", async ({ args, says }) => {
  const { code, err, out } = await inFolder(stage.repository.folder, ...args);
  expect(err).toContain(says);
  expect([code, out]).toEqual([2, ""]);
});
