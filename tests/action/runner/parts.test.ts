/** The parts of the Action that need no runner: inputs, outputs, hand-over, summary, log, secrets, the files that users copy. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { handoverFrom } from "#core/approval/handover.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import { obstacleToVerify, obstacleToWork } from "../../../action/job/hand-over.ts";
import { keyInMemory } from "../../../action/runner/audit-key.ts";
import { INPUT_NAMES, readInputs } from "../../../action/runner/inputs.ts";
import { escapeLogCommands, runnerLog } from "../../../action/runner/log.ts";
import { pageOf, readMachine } from "../../../action/runner/machine.ts";
import { outputsOf } from "../../../action/runner/outputs.ts";
import { takeSecrets } from "../../../action/runner/secrets.ts";
import { summaryOf } from "../../../action/runner/summary.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { aPlan, aRun } from "../../builders/run.ts";
import { ROOT } from "../../house/tools.ts";
import { WORKFLOW } from "../stage.ts";

const GIVEN = { station: "run", issue: "7", "run-id": "split-1", digest: "a".repeat(64), "github-token": "t", bundle: "b" };
const reader =
  (given: Readonly<Record<string, string>>) =>
  (name: string): string =>
    given[name] ?? "";

it("reads the inputs of a step", () => {
  expect(readInputs(reader({ ...GIVEN, verdict: '{"verdict":"NONE"}', jobs: "run: success", freeze: "1" }), null)).toEqual({
    station: "run",
    issue: 7,
    runId: "split-1",
    digest: "a".repeat(64),
    token: "t",
    appToken: null,
    access: { anthropic: null, openai: null },
    verdict: { verdict: "NONE" },
    bundle: "b",
    jobs: "run: success",
    freeze: "1",
    waitForBot: 0,
    minutes: 180,
  });
  expect(readInputs(reader({ ...GIVEN, minutes: "350", "wait-for-bot": "60" }), null)).toMatchObject({ minutes: 350, waitForBot: 60 });
  expect(() => readInputs(reader({ ...GIVEN, "wait-for-bot": "a minute" }), null)).toThrow("wait-for-bot: give seconds: a whole number");
  expect(() => readInputs(reader({ ...GIVEN, minutes: "5" }), null)).toThrow("minutes: give the minutes that the job may take");
});

it("refuses a job that would hand the run on before it did any work, and no other one for that [CR-07]", () => {
  expect(() => readInputs(reader({ ...GIVEN, minutes: "44" }), null)).toThrow(
    "minutes: give 45 or more, here and as timeout-minutes: half an hour before its end a job begins nothing new and hands the run on",
  );
  expect(readInputs(reader({ ...GIVEN, minutes: "45" }), null)).toMatchObject({ minutes: 45 });
  for (const station of ["verify", "publish"])
    expect(readInputs(reader({ ...GIVEN, station, minutes: "15" }), null)).toMatchObject({ minutes: 15 });
});

it("takes a key with its address for each provider, and an address alone for nothing [S3.16]", () => {
  const keys = { "openai-api-key": "sk-x", "openai-base-url": "https://llm.example/v1", "anthropic-base-url": "https://a.example" };
  expect(readInputs(reader({ ...GIVEN, ...keys }), null).access).toEqual({
    anthropic: null,
    openai: { apiKey: "sk-x", baseUrl: "https://llm.example/v1" },
  });
});

it.each([
  ["", null],
  ["not JSON", "not JSON"],
  ["{}", {}],
])("hands the verdict %j on as %j: the press judges it", (verdict, read) => {
  expect(readInputs(reader({ ...GIVEN, verdict }), null)).toMatchObject({ verdict: read });
});

it.each(["run", "verify", "rehearse", "record", "control"])(
  "takes the App's token for the job publish, and refuses it for %s",
  (station) => {
    const token = { "app-token": "ghs_app" };
    expect(readInputs(reader({ ...GIVEN, ...token, station: "publish" }), null)).toMatchObject({ appToken: "ghs_app" });
    expect(() => readInputs(reader({ ...GIVEN, ...token, station }), null)).toThrow(
      "app-token: only the job publish opens pull requests: hand the App's token to no other job",
    );
  },
);

it("names every wrong input at once", () => {
  expect(() => readInputs(reader({ station: "desk", issue: "-1", "run-id": "../x", digest: "12" }), null)).toThrow(
    /station: .*run, verify, publish, rehearse, record, control; issue: .*; run-id: .*; digest: .*; github-token: /,
  );
});

it.each(["run-id: current", "run-id: a/b", "issue: 007", "digest: A", "bundle: "])("does not take %s", (wrong) => {
  const [name = "", value = ""] = wrong.split(": ");
  expect(() => readInputs(reader({ ...GIVEN, station: "verify", [name]: value }), null)).toThrow(`${name}: `);
});

it("has the inputs and outputs in action.yml that the code knows, and a program that the build makes", () => {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
  expect(new Set(Object.keys(action.inputs))).toEqual(new Set(INPUT_NAMES));
  const verdict = ["verdict", "head", "base", "digest", "bundle", "attempt"];
  expect(new Set(Object.keys(action.outputs))).toEqual(new Set([...Object.keys(outputsOf(aRun())), ...verdict]));
  expect(action.runs).toEqual({ using: "node24", main: "dist/action.mjs" });
});

it("gives each job of the workflow the permissions that it needs and no more, and of secrets the App's key alone to the job that publishes", () => {
  const workflow = parse(WORKFLOW);
  expect(workflow.permissions).toEqual({});
  expect(workflow.jobs.run.permissions).toEqual({ contents: "write", issues: "write" });
  expect(workflow.jobs.verify.permissions).toEqual({ contents: "read" });
  const press = JSON.stringify(workflow.jobs.publish);
  expect([press.match(/secrets[.]\w+/g), press.includes("checkout")]).toEqual([["secrets.LOOPWRIGHT_APP_PRIVATE_KEY"], false]);
  const scripts = Object.values(workflow.jobs).flatMap((job) => Object(job).steps.map(({ run = "" }) => run));
  expect(scripts.join()).not.toContain("${{");
});

it("orders nothing of the runner by what it logs", () => {
  expect(escapeLogCommands("##[add-mask]x")).toBe("## [add-mask]x");
  expect([..."\u001b\u202e"].some((hidden) => escapeLogCommands("a\u001b[31mb\u202e").includes(hidden))).toBe(false);
});

it("logs every order to a runner as words: at no line's start, whatever ends the line before [EX-07]", () => {
  const orders = [
    "::set-env name=X::y",
    "::add-path::/evil",
    "::add-mask::*",
    "::stop-commands::t",
    "::set-output name=a::b",
    "::error file=a::x",
  ];
  const text = [...orders, "##[group]x", "a##[add-mask]b"].join("\n") + orders.map((order) => `\r${order}\u2028${order}`).join("");
  const written: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = (chunk: string | Uint8Array): boolean => written.push(String(chunk)) > 0;
  onTestFinished(() => void Object.assign(process.stdout, { write }));
  runnerLog().info(text);
  Object.assign(process.stdout, { write });
  const lines = written.join("").split(/[\r\n\u2028\u2029\v\f\u0085]/);
  expect(lines.length).toBeGreaterThan(orders.length);
  expect(lines.filter((line) => /^\s*::/.test(line) || line.includes("##["))).toEqual([]);
});

it("hides the secrets first, and leaves none in the environment", () => {
  const written: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  onTestFinished(() => {
    process.stdout.write = write;
  });
  const inputs = {
    "INPUT_GITHUB-TOKEN": "ghs_x",
    "INPUT_APP-TOKEN": "ghs_a",
    "INPUT_ANTHROPIC-API-KEY": "sk-x",
    "INPUT_OPENAI-API-KEY": "sk-o",
  };
  const asking = { ACTIONS_ID_TOKEN_REQUEST_URL: "http://127.0.0.1/t", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "asks" };
  const names = {
    ...inputs,
    GITHUB_TOKEN: "ghs_y",
    ACTIONS_RUNTIME_TOKEN: "r",
    OPENAI_API_KEY: "sk-p",
    ANTHROPIC_API_KEY: "sk-q",
    ...asking,
  };
  Object.assign(process.env, names, { INPUT_ISSUE: "7" });
  const { read, idTokens, own } = takeSecrets();
  process.stdout.write = write;
  expect(written.join("")).toMatch(/^::add-mask::ghs_x\n::add-mask::ghs_a\n::add-mask::sk-x\n::add-mask::sk-o\n::add-mask::asks\n$/);
  expect(idTokens).toEqual({ url: "http://127.0.0.1/t", secret: "asks" });
  expect(own).toEqual(["ghs_x", "ghs_a", "sk-x", "sk-o", "asks"]);
  const taken = ["github-token", "app-token", "anthropic-api-key", "openai-api-key", "issue"].map(read);
  expect(taken).toEqual(["ghs_x", "ghs_a", "sk-x", "sk-o", "7"]);
  expect(Object.keys(names).filter((name) => name in process.env)).toEqual([]);
  delete process.env["INPUT_ISSUE"];
});

it("says what a runner did not say", () => {
  expect(() => readMachine({})).toThrow(/GITHUB_REPOSITORY, GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, GITHUB_RUN_ID, .*RUNNER_TEMP is not set/);
});

const VARIABLES = {
  GITHUB_REPOSITORY: "acme/widget",
  GITHUB_EVENT_NAME: "workflow_dispatch",
  GITHUB_EVENT_PATH: "/temp/event.json",
  GITHUB_RUN_ID: "901",
  GITHUB_RUN_ATTEMPT: "1",
  GITHUB_ACTOR: "loopwright[bot]",
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_API_URL: "https://api.github.com/",
  GITHUB_WORKFLOW_REF: "acme/widget/.github/workflows/loopwright.yml@refs/heads/main",
  GITHUB_REF_NAME: "main",
  GITHUB_WORKSPACE: "/work",
  RUNNER_TEMP: "/temp",
};
const MACHINE = readMachine(VARIABLES);

it("knows its workflow's file and its page", () => {
  expect([MACHINE.workflow, MACHINE.apiUrl, pageOf(MACHINE)]).toEqual([
    "loopwright.yml",
    "https://api.github.com",
    "https://github.com/acme/widget/actions/runs/901",
  ]);
});

it("knows an App that ordered the workflow run, and nobody where an event started it", () => {
  const variables = { ...VARIABLES, GITHUB_EVENT_NAME: "issue_comment", GITHUB_ACTOR: "other[bot]" };
  expect([MACHINE.starters, readMachine(variables).starters]).toEqual([["loopwright[bot]"], []]);
});

it("makes the audit key when it is asked to, and another one each time", async () => {
  const digits = ["1", "2"];
  const secrets = keyInMemory({ hex: (bytes) => (digits.shift() ?? "").repeat(bytes) });
  expect(await secrets.auditKey()).toBeNull();
  expect(await secrets.renew()).toBe("1".repeat(32));
  expect(await secrets.renew()).toBe("2".repeat(32));
  expect(await secrets.auditKey()).toBe("2".repeat(32));
});

/** A run that waits for its workflow run. */
function approved(change: Partial<Run> = {}): Run {
  const plan = aPlan({ config: digestOf(aRun().config) });
  const approval = { by: "ana", digest: digestOf(plan), comment: 1, account: 1, at: 5 };
  const { runId, issue, base } = aRun();
  const who = { runId, issue: issue.number, digest: approval.digest, base: base.commit, approvedBy: "ana", approvedAt: 5, round: 0 };
  return aRun({
    stage: "running",
    plan,
    claimed: false,
    takenUp: 0,
    worker: null,
    approval: { ...approval, handover: handoverFrom(who).seal },
    ...change,
  });
}

const sealed = (run: Run) => ({ digest: handoverDigestOf(run) ?? "" });

it("takes up a hand-over that is its own, and no other, and none of a blocked run [S0.07, M0.05]", () => {
  const run = approved();
  expect(obstacleToWork(run, sealed(run))).toBeNull();
  expect(obstacleToWork(run, { digest: "0".repeat(64) })).toContain("is not the one that was approved");
  expect(obstacleToWork({ ...run, stage: "stopped" }, sealed(run))).toContain("is stopped, not running");
  expect(obstacleToWork({ ...run, config: { ...run.config, sandbox: "none" } }, sealed(run))).toContain("the configuration is not the one");
  const blocked = approved({ stage: "blocked", ending: "audit_block", claimed: true });
  expect(obstacleToWork(blocked, sealed(blocked))).toMatch(/an audit blocked this run; .* clears it with `\/loop unblock <reason>`/);
  expect(obstacleToVerify(blocked, sealed(blocked), "901")).toContain("an audit blocked this run");
  const taken = approved({ claimed: true, takenUp: 1, worker: "900" });
  expect(obstacleToWork(taken, sealed(taken))).toMatch(/taken up already, by the workflow run 900: .*`\/loop resume`/);
});

it("verifies nothing that nobody knows to have been done in a sandbox that was tried first [EX-22]", () => {
  const made = { consumed: true, takenUp: 1, worker: "901", stage: "verifying" as const };
  const run = approved({ ...made, setup: { ok: true, details: "", sandbox: "bubblewrap" } });
  const refused = "its journal does not say that it was worked on in a sandbox";
  for (const setup of [null, { ok: true, details: "" }, { ok: true, details: "", sandbox: "none" as const }])
    expect(obstacleToVerify({ ...run, setup }, sealed(run), "901")).toContain(refused);
  expect(obstacleToVerify(run, sealed(run), "901") ?? "").not.toContain(refused);
});

it("verifies what its own workflow run made, and nothing else", () => {
  const audits = { last: null, calls: 0, lastAt: 0, beforeQa: true, owed: false, cleared: null };
  const run = approved({ stage: "verifying", claimed: true, takenUp: 1, worker: "901", audits });
  expect(obstacleToVerify(run, sealed(run), "901")).toBeNull();
  expect(obstacleToVerify(run, sealed(run), "902")).toContain("is not this workflow run's");
  expect(obstacleToVerify(run, { digest: "0".repeat(64) }, "901")).toContain("is not this workflow run's");
  expect(obstacleToVerify({ ...run, base: { ...run.base, tree: "0".repeat(40) } }, sealed(run), "901")).toContain(
    "the base is not the one",
  );
  expect(obstacleToVerify({ ...run, stage: "running" }, sealed(run), "901")).toContain("there is nothing to verify");
});

it("shows in the summary how the run stands and where to look, with strangers' text quoted", () => {
  const run = aFinishedRun();
  const issue = { ...run.issue, number: 7, title: "<img src=x> [a](b) @all" };
  const page = summaryOf({ ...run, issue }, "publish", MACHINE, null);
  expect(page).toContain("**Completed**");
  expect(page).toContain("[Issue #7](https://github.com/acme/widget/issues/7): &#x3c;img src=x&#x3e;");
  expect(page).toContain("| iteration | level | score |");
  expect(page).not.toContain("@all");
});
