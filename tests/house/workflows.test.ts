/** Our workflow files and `action.yml`, held to GitHub's own validator and to rules of our own, and the rules to planted faults. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { shortWorkflow } from "#text/setup/short-workflow.ts";
import { complaintsOfStations } from "./station-rules.ts";
import { ROOT } from "./tools.ts";
import { complaintsOf, saidByGitHub } from "./workflow-rules.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
/** What a repository copies whole; what it copies in short; what that calls. */
const WAYS = [
  { hosting: "bot", long: ".github/docs/loopwright.yml", short: ".github/docs/loopwright-short.yml", called: ".github/workflows/loop.yml" },
  {
    hosting: "workflow",
    long: ".github/docs/loopwright-zero-server.yml",
    short: ".github/docs/loopwright-short-zero-server.yml",
    called: ".github/workflows/loop-zero-server.yml",
  },
] as const;
const OURS = "loopwright/loopwright";
const FILES = WAYS.flatMap(({ long, called }) => [long, called]);
const GOOD = read(".github/docs/loopwright.yml");

it.each(FILES)("finds nothing against %s [SC-01, SC-05, SC-06, SC-07, SC-10]", async (path) => {
  expect(await complaintsOf(read(path))).toEqual([]);
});

it.each(WAYS)("has one set of jobs, whether a repository copies $long or calls $called", ({ long, called }) => {
  const named = read(called)
    .replaceAll("uses: $/action\n", `uses: ${OURS}@v1\n`)
    .replaceAll(/uses: \$(\/\S+)/g, `uses: ${OURS}$1@v1`);
  expect(parse(named).jobs).toEqual(parse(read(long)).jobs);
});

it.each(WAYS)("writes $short as init does; else run: npm run docs", async ({ hosting, short }) => {
  await expect(shortWorkflow(hosting)).toMatchFileSnapshot(join(ROOT, short));
});

it.each(WAYS)("has $short of at most 25 lines, which calls the jobs with all that they may need and no more", async (way) => {
  const text = read(way.short);
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(25);
  expect(await saidByGitHub(".github/workflows/loopwright.yml", text)).toEqual([]);
  const { on, jobs, permissions, concurrency, "run-name": title } = parse(text);
  const long = parse(read(way.long));
  const called = parse(read(way.called));
  const { loop, ...others } = jobs;
  expect([permissions, others]).toEqual([{}, {}]);
  const rights = Object.values<{ permissions: object }>(called.jobs).flatMap((job) => Object.entries(job.permissions));
  const highest = rights.toSorted(([, a], [, b]) => (a === b ? 0 : a === "write" ? 1 : -1));
  expect(loop.permissions).toEqual(Object.fromEntries(highest));
  expect(Object.keys(loop.secrets)).toEqual(Object.keys(called.on.workflow_call.secrets));
  expect(Object.keys(loop.with)).toEqual(Object.keys(called.on.workflow_call.inputs));
  expect(Object.keys(on.workflow_dispatch.inputs)).toEqual(Object.keys(long.on.workflow_dispatch.inputs));
  expect({ ...on, workflow_dispatch: null }).toEqual({ ...long.on, workflow_dispatch: null });
  expect([title, concurrency.group, concurrency.queue]).toEqual([long["run-name"], long.concurrency.group, long.concurrency.queue]);
});

it("finds nothing against action.yml, which starts a program and no shell [SC-01, SC-10]", async () => {
  const text = read("action.yml");
  expect(await saidByGitHub("action.yml", text)).toEqual([]);
  expect(text).toMatch(/^runs:\n {2}using: node24\n {2}main: dist\/action\.mjs\s*$/m);
});

it("has action.yml once more where our own workflows name it, with the same program; else run: npm run docs", async () => {
  const text = read("action.yml");
  await expect(text.replace("main: dist/", "main: ../dist/")).toMatchFileSnapshot(join(ROOT, "action/action.yml"));
});

it("finds nothing against the action that prepares the sandbox, which starts one script without an expression [SC-01, SC-10]", async () => {
  const text = read(".github/actions/sandbox/action.yml");
  expect(await saidByGitHub("action.yml", text)).toEqual([]);
  expect(text).not.toContain("${{");
});

it.each([
  {
    fault: "a tag in the place of a commit",
    from: /actions\/checkout@\w{40}/,
    to: "actions/checkout@v6",
    says: "is not named by its commit",
  },
  {
    fault: "an older release of ours",
    from: "loopwright/loopwright@v1\n",
    to: "loopwright/loopwright@v0\n",
    says: "is not named by its commit",
  },
  { fault: "a repository that is called alike", from: "loopwright/loopwright@v1\n", to: "loopwright/loop@v1\n", says: "is not named by" },
  {
    fault: "a repository whose name begins alike",
    from: "loopwright/loopwright@v1\n",
    to: "loopwright/loopwright-2@v1\n",
    says: "is not named by",
  },
  { fault: "rights for every job", from: "permissions: {}", to: "permissions:\n  contents: write", says: "permissions must be {}" },
  { fault: "no word on a job's rights", from: "    permissions:\n      contents: read\n", to: "", says: "its rights are not said" },
  { fault: "an OpenID token", from: "      contents: read\n", to: "      contents: read\n      id-token: write\n", says: "OpenID" },
  { fault: "strangers' pull requests", from: "on:\n", to: "on:\n  pull_request_target:\n", says: "pull_request_target" },
  {
    fault: "an input in a script",
    from: "      - uses: actions/checkout",
    to: `      - run: echo $${"{{ inputs.issue }}"}\n      - uses: actions/checkout`,
    says: "stands in a script",
  },
  { fault: "a token that stays", from: "persist-credentials: false", to: "persist-credentials: true", says: "keeps the token" },
  { fault: "a checkout of whatever", from: /ref: \$\{\{ github\.sha \}\}.*\n/, to: "clean: true\n", says: "does not say of what" },
  { fault: "a cache", from: "          fetch-depth: 0", to: "          cache: npm\n          fetch-depth: 0", says: "restores a cache" },
  {
    fault: "a key that is none",
    from: "    timeout-minutes: 60",
    to: "    timeout-minuets: 60",
    says: "Unexpected value 'timeout-minuets'",
  },
  { fault: "an App's token for everything", from: / +permission-contents: write.*\n/, to: "", says: "the App's token is not narrowed" },
  { fault: "a job that is not there", from: "needs: run\n", to: "needs: walk\n", says: "walk" },
])("finds $fault [SC-01, SC-05, SC-06, SC-07]", async ({ from, to, says }) => {
  const text = GOOD.replace(from, to);
  expect(text).not.toBe(GOOD);
  expect((await complaintsOf(text)).join("\n")).toContain(says);
});

it.each(FILES)("gives no job of %s more than its station needs [SC-07]", (path) => {
  expect(complaintsOfStations(read(path))).toEqual([]);
});

const inJob = (job: string, from: string, to: string): string => {
  const at = GOOD.indexOf(`\n  ${job}:\n`);
  return GOOD.slice(0, at) + GOOD.slice(at).replace(from, to);
};
const CHECKOUT = "    steps:\n      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd\n";
const KEY = "ANTHROPIC_API_KEY: $" + "{{ secrets.ANTHROPIC_API_KEY }}";

it.each([
  {
    fault: "a worker that may open pull requests",
    job: "run",
    from: "      issues: write\n",
    to: "      issues: write\n      pull-requests: write\n",
    says: "run: its rights are",
  },
  {
    fault: "a worker that may start workflows",
    job: "run",
    from: "      issues: write\n",
    to: "      issues: write\n      actions: write\n",
    says: "run: its rights are",
  },
  { fault: "a verifier that may write", job: "verify", from: "contents: read", to: "contents: write", says: "verify: its rights are" },
  {
    fault: "a press with the repository's code",
    job: "publish",
    from: "    steps:\n",
    to: CHECKOUT,
    says: "publish: it starts actions/checkout",
  },
  {
    fault: "a press with a script",
    job: "publish",
    from: "    steps:\n",
    to: "    steps:\n      - run: npm test\n",
    says: "publish: it runs a script",
  },
  {
    fault: "a press with the model's key",
    job: "publish",
    from: "    steps:\n",
    to: `    env:\n      ${KEY}\n    steps:\n`,
    says: "publish: it is handed ANTHROPIC_API_KEY",
  },
  {
    fault: "a press with the App's key in our own step",
    job: "publish",
    from: "          app-token: $" + "{{ steps.app.outputs.token }}\n",
    to: "          app-token: $" + "{{ secrets.LOOPWRIGHT_APP_PRIVATE_KEY }}\n",
    says: "publish: our step is handed LOOPWRIGHT_APP_PRIVATE_KEY",
  },
  {
    fault: "a worker that makes a token of the App",
    job: "run",
    from: "    steps:\n",
    to: "    steps:\n      - uses: actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1\n",
    says: "run: it starts actions/create-github-app-token",
  },
  {
    fault: "a verifier with the App's key",
    job: "verify",
    from: "    steps:\n",
    to: "    env:\n      KEY: $" + "{{ secrets.LOOPWRIGHT_APP_PRIVATE_KEY }}\n    steps:\n",
    says: "verify: it is handed LOOPWRIGHT_APP_PRIVATE_KEY",
  },
  {
    fault: "a worker with a token of the App",
    job: "run",
    from: "          station: run\n",
    to: "          station: run\n          app-token: x\n",
    says: "run: it is handed the App's token",
  },
  {
    fault: "all secrets at once",
    job: "run",
    from: "    steps:\n",
    to: "    env:\n      ALL: $" + "{{ toJSON(secrets) }}\n    steps:\n",
    says: "run: it is handed all secrets",
  },
  {
    fault: "a job that plays two stations",
    job: "publish",
    from: "station: publish",
    to: "station: nothing",
    says: "publish: it plays nothing",
  },
])("finds $fault [SC-07]", ({ job, from, to, says }) => {
  const text = inJob(job, from, to);
  expect(text).not.toBe(GOOD);
  expect(complaintsOfStations(text).join("\n")).toContain(says);
});

it("finds a key that every job is handed [SC-07]", () => {
  expect(complaintsOfStations(GOOD.replace("permissions: {}", `env:\n  ${KEY}\npermissions: {}`))).toContain(
    "every job is handed ANTHROPIC_API_KEY",
  );
});
