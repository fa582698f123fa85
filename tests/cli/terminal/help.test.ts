/** What the command line says when it is asked, or asked wrongly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { USAGES } from "#cli/terminal/usage.ts";
import { ROOT } from "../../house/tools.ts";
import { aStage, type Stage, whole } from "../stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
});
afterAll(() => stage.close());

it.each([["--help"], ["-h"], ["help"]])("lists its commands for %s", async (...args) => {
  const { code, out, err } = await stage.run(...args);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const { name, group } of USAGES) {
    expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(out).toContain(`${group}:`);
  }
  expect(out).toContain("Exit codes:");
  expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(100);
});

it.each([
  ["new", "--help"],
  ["new", "-h"],
  ["help", "new"],
])("helps with one command for %s %s", async (...args) => {
  const { code, out, err } = await stage.run(...args);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("Usage: loopwright new");
  expect(out).toContain("--plan <file>");
  expect(out).not.toContain("Exit codes:");
});

it.each(["--version", "-V"])("prints its version for %s", async (flag) => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(await stage.run(flag)).toMatchObject({ code: 0, out: `${version}\n`, err: "" });
});

it("shows its help and fails without a command", async () => {
  const { code, out } = await stage.run();
  expect(code).toBe(2);
  expect(out).toMatch(/^ {2}new /m);
});

it.each([
  { args: ["nwe"], says: "unknown command 'nwe' (Did you mean new?). See loopwright --help." },
  { args: ["new", "--yess"], says: "unknown option '--yess' (Did you mean --yes?)" },
  { args: ["status", "--run"], says: "argument missing" },
  { args: ["new"], says: "what should be done?" },
  { args: ["new", "x y", "--expect", "treshold"], says: "--expect takes one of state_unreadable" },
  { args: ["new", "x y", "--result", "/no/such/place/r.json"], says: "there is no folder /no/such/place" },
  { args: ["resume", "--events", "/no/such/place/e.jsonl"], says: "--events: there is no folder /no/such/place" },
  { args: ["new", "x y", "--alias", "No Good"], says: "--alias takes 3 to 64 lower-case letters" },
  { args: ["approve", "XYZ"], says: "a digest has 32 to 64 hexadecimal digits, not XYZ" },
  { args: ["approve"], says: "there is no run here; loopwright new begins one" },
  { args: ["stop"], says: "there is no run here; loopwright new begins one" },
  { args: ["resume"], says: "there is no run here; loopwright new begins one" },
  { args: ["status", "--run", "../../etc"], says: "there is no run ../../etc here" },
  { args: ["new", "x y", "--step"], says: "--step goes with --yes" },
  { args: ["redirect"], says: "say what should be done otherwise" },
  { args: ["continue", "now"], says: "too many arguments for 'continue'" },
  { args: ["replay"], says: "which history?" },
  { args: ["trail"], says: "which ref?" },
  { args: ["forget"], says: "forget takes the id of one memory" },
  { args: ["forget", "m-0123456789"], says: "there is no memory m-0123456789 here" },
  { args: ["replay", "no.jsonl"], says: "there is no file no.jsonl" },
  { args: ["gate"], says: "gate needs --base" },
  { args: ["doctor", "now"], says: "too many arguments for 'doctor'" },
  { args: ["agent"], says: 'what is to be done? loopwright agent "<goal>"' },
  { args: ["agent", "x", "--max-turns", "0"], says: "--max-turns takes a number from 1 to 200, not 0" },
  { args: ["agent", "x", "--model", "clever"], says: "--model takes best, balanced, fast or the id of a model, not clever" },
  { args: ["agent", "x", "--json", "--dry-run"], says: "option '--json' cannot be used with option '--dry-run'" },
])("refuses $args with a reason, and does nothing [S4.01, S4.10]", async ({ args, says }) => {
  const before = whole(stage.repository);
  const { code, err } = await stage.run(...args);
  expect(err).toContain(says);
  expect(err).not.toContain("    at ");
  expect(code).toBe(2);
  expect(whole(stage.repository)).toBe(before);
  expect(stage.model.requests).toEqual([]);
});

it("says that no run is active [S1.02]", async () => {
  expect(await stage.run("status")).toMatchObject({
    code: 0,
    out: "No run is active here. Begin one: loopwright new <issue.md or text>\n",
  });
});
