/** Steps, as jobs of real workflow files: scripts, JavaScript actions, checkout, artifacts, and what they may not do. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SECRETS, type SmallLab, startSmallLab, TOKEN } from "./small-lab.ts";

let lab: SmallLab;

beforeAll(async () => {
  lab = await startSmallLab();
});

afterAll(() => lab.close());

/** A workflow of one job with these steps. */
function steps(text: string, job = ""): string {
  return `on: workflow_dispatch\njobs:\n  only:\n    runs-on: ubuntu-24.04\n${job}\n    steps:\n${text.replace(/^/gm, "      ")}`;
}

/** Without the lines that the runner adds itself. */
function said(log: readonly string[]): readonly string[] {
  return log.filter((line) => !/^##\[(end)?group\]/.test(line));
}

it("runs scripts in the workspace, each seeing what the one before has left", async () => {
  const { conclusion, log } = await lab.run(
    steps(`
- run: |
    echo "NAME=value" >> "$GITHUB_ENV"
    printf 'LONG<<END\\none\\ntwo\\nEND\\n' >> "$GITHUB_ENV"
    mkdir -p bin && printf '#!/bin/sh\\necho from the path' > bin/hello && chmod +x bin/hello
    echo "$PWD/bin" >> "$GITHUB_PATH"
- run: |
    echo "$NAME:$LONG"
    hello
    test "$PWD" = "$GITHUB_WORKSPACE"
- { run: basename "$PWD", working-directory: bin }`),
  );
  expect(said(log)).toEqual(["value:one", "two", "from the path", "bin"]);
  expect(conclusion).toBe("success");
});

it.each([
  { run: "false; echo not reached", shell: "" },
  { run: "false | true; echo reached", shell: "" },
  { run: "false | true; echo not reached", shell: ", shell: bash" },
  { run: "false; echo not reached", shell: ", shell: sh" },
])("ends a script at its first failure: %j", async ({ run, shell }) => {
  const { conclusion, log } = await lab.run(steps(`- { run: "${run}"${shell} }`));
  expect(said(log)).toEqual(run.includes("not reached") ? ["##[error]Process completed with exit code 1."] : ["reached"]);
  expect(conclusion).toBe(run.includes("not reached") ? "failure" : "success");
});

it("gives a step the runner's variables and nothing of this machine's", async () => {
  process.env["LOOPWRIGHT_PLANTED"] = "must not be seen";
  const { log } = await lab.run(
    steps(`
- { run: "env | sort", env: { MINE: "\${{ vars.PLACE }}", GITHUB_REPOSITORY: forged/repository, RUNNER_OS: Plan9 } }`),
  );
  delete process.env["LOOPWRIGHT_PLANTED"];
  const variables = Object.fromEntries(said(log).map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
  const names = Object.keys(variables).filter((name) => !/^(GITHUB|RUNNER)_/.test(name));
  expect(new Set(names)).toEqual(new Set(["CI", "HOME", "LANG", "MINE", "PATH", "PWD", "SHLVL", "_"]));
  expect(variables).toMatchObject({
    MINE: "loopback",
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "acme/widget",
    GITHUB_REF_NAME: "main",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_EVENT_NAME: "workflow_dispatch",
    RUNNER_OS: "Linux",
  });
  expect(variables["PATH"]?.split(":")[0]).toBe(join(process.execPath, ".."));
  expect(JSON.stringify(variables)).not.toContain(TOKEN);
});

it("puts the event and the inputs where GitHub puts them", async () => {
  const workflow = steps(`
- run: |
    cat "$GITHUB_EVENT_PATH"; echo
    echo '\${{ github.event.issue.title }} \${{ inputs.deep == true }} \${{ inputs.issue }}'`).replace(
    "on: workflow_dispatch",
    "on: { workflow_dispatch: { inputs: { deep: { type: boolean }, issue: { type: string } } } }",
  );
  const { log } = await lab.run(workflow, { payload: { issue: { title: "Mend it" } }, inputs: { deep: "true", issue: "7" } });
  expect(said(log)).toEqual(['{"issue":{"title":"Mend it"}}', "Mend it true 7"]);
});

it("runs an action of GitHub's own toolkit: inputs, outputs, state, variables, masks, summary", async () => {
  const { conclusion, log, summaries } = await lab.run(
    steps(`
- { id: act, uses: lab/core@v1, with: { issue: 7, Deep-End: true, unknown: x } }
- run: |
    echo '\${{ steps.act.outputs.text }}'
    echo '\${{ fromJSON(steps.act.outputs.data).a[0] }} \${{ steps.act.outcome }}'
    echo "$FROM_ACTION"
    echo "$PATH" | cut -d: -f1`),
  );
  expect(said(log)).toEqual([
    "##[warning]Unexpected input(s) 'unknown', valid inputs are ['issue', 'deep-end', 'two words', 'token']",
    "issue 7",
    "deep-end true",
    "two words acme/widget",
    "token ***",
    "::add-mask::***",
    "this is a ***",
    "##[warning]careful",
    "##[error]bad, but not fatal",
    "##[notice]by the way",
    ...["one", "two=2", "EOF", "three"],
    "1 success",
    ...["a", "b"],
    "/from/action",
    "##[warning]Unexpected input(s) 'unknown', valid inputs are ['issue', 'deep-end', 'two words', 'token']",
    "post knows a state and issue 7",
  ]);
  expect(summaries).toEqual(["<h1>Done</h1>\nwith a ***"]);
  expect(conclusion).toBe("success");
});

it("runs what comes before at the beginning of the job, and what comes after backwards at its end, also after a failure", async () => {
  const { conclusion, log } = await lab.run(
    steps(`
- run: echo first
- { uses: lab/phases@v1, with: { name: a } }
- { uses: lab/phases@v1, with: { name: b, fail: 3 } }
- { uses: lab/phases@v1, with: { name: c } }
- { run: echo sees it, if: failure() }
- { run: echo does not }`),
  );
  expect(said(log)).toEqual([
    ...["pre a", "pre b", "pre c", "first", "main a", "main b"],
    "##[error]Process completed with exit code 3.",
    ...["sees it", "post c", "post b", "post a"],
  ]);
  expect(conclusion).toBe("failure");
});

it("asks the action's own condition before what comes after", async () => {
  const { log } = await lab.run(steps("- { uses: lab/phases@v1, env: { NO_POST: 1 } }"));
  expect(log.filter((line) => line.startsWith("post"))).toEqual([]);
});

it("runs an action of the workspace once it is checked out, without what would come before", async () => {
  const { conclusion, log } = await lab.run(steps("- uses: actions/checkout@v4\n- { uses: ./tool, with: { name: mine } }"), {
    files: {
      "tool/action.yml": "runs: { using: node24, pre: p.js, main: m.js }\ninputs: { name: {} }",
      "tool/m.js": "console.log(process.env.INPUT_NAME, process.env.GITHUB_ACTION_PATH.endsWith('/tool'))",
    },
  });
  expect(said(log).slice(1)).toEqual(["mine true"]);
  expect(conclusion).toBe("success");
});

it("forgives a step that may fail", async () => {
  const { conclusion, log } = await lab.run(
    steps(`
- { id: may, run: exit 1, continue-on-error: true }
- run: echo '\${{ steps.may.outcome }} \${{ steps.may.conclusion }} \${{ job.status }}'`),
  );
  expect(said(log).at(-1)).toBe("failure success success");
  expect(conclusion).toBe("success");
});

it("ends a step whose time is over, and calls that a failure", async () => {
  const { conclusion, log } = await lab.run(steps("- { run: sleep 60, timeout-minutes: 0.005 }\n- { run: echo after, if: failure() }"));
  expect(log).toContain("##[error]The step has timed out after 0.005 minutes.");
  expect(log.at(-1)).toBe("after");
  expect(conclusion).toBe("failure");
});

it("runs the scripts of a composite action in turn, and ends at the first that fails", async () => {
  const { conclusion, log } = await lab.run(steps("- uses: lab/composite@v1\n- run: echo after"));
  expect([conclusion, log.join("\n")]).toEqual(["success", expect.stringMatching(/first script[\s\S]*action\.yml[\s\S]*after/)]);
});

it.each([
  { uses: "somebody/else@v1", says: "Unable to resolve action somebody/else@v1" },
  { uses: "docker://alpine", says: "Unable to resolve action docker://alpine" },
  { uses: "lab/nested@v1", says: "JavaScript actions of node20 and node24, and composite ones of scripts, only" },
])("fails the job before its first step for $uses", async ({ uses, says }) => {
  const { conclusion, log } = await lab.run(steps(`- run: echo first\n- uses: ${uses}`));
  expect(log.join("\n")).toContain(says);
  expect(log).not.toContain("first");
  expect(conclusion).toBe("failure");
});

it.each([
  { run: "echo ::set-output name=a::b", says: "##[error]The command ::set-output:: is refused; write to the file $GITHUB_OUTPUT" },
  { run: "echo ::set-env name=A::b", says: "##[error]The command ::set-env:: is refused; write to the file $GITHUB_ENV" },
  { run: "echo nothing >> $GITHUB_OUTPUT", says: "##[error]Invalid format 'nothing'" },
])("fails a step that speaks wrongly: $run", async ({ run, says }) => {
  const { conclusion, log } = await lab.run(steps(`- run: "${run}"`));
  expect(log).toContain(says);
  expect(conclusion).toBe("failure");
});

it("lets no step set NODE_OPTIONS for later ones", async () => {
  const { conclusion, log } = await lab.run(
    steps(`
- run: echo "NODE_OPTIONS=--require ./evil.js" >> "$GITHUB_ENV"
- run: echo "[$NODE_OPTIONS]"`),
  );
  expect(said(log)).toEqual(["##[error]Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.", "[]"]);
  expect(conclusion).toBe("success");
});

it("obeys no command between ::stop-commands:: and its word", async () => {
  const { log } = await lab.run(steps("- run: printf '::stop-commands::word\\n::error::quoted\\n::word::\\n::error::said\\n'"));
  expect(said(log)).toEqual(["::stop-commands::word", "::error::quoted", "::word::", "##[error]said"]);
});

it("keeps every secret out of the log and the summary, whatever form it takes", async () => {
  const { log, summaries } = await lab.run(
    steps(`
- env: { KEY: "\${{ secrets.API_KEY }}", DOCUMENT: "\${{ secrets.DOCUMENT }}", TOKEN: "\${{ secrets.GITHUB_TOKEN }}" }
  run: |
    echo "$KEY $TOKEN"; echo "$DOCUMENT"
    printf %s "$KEY" | base64
    echo "::error::$KEY"
    echo "the key is $KEY" >> "$GITHUB_STEP_SUMMARY"
    echo "\${{ secrets.API_KEY }} \${{ secrets.github_token }}" >&2`),
  );
  const everything = [...log, ...summaries].join("\n");
  for (const secret of [
    SECRETS.API_KEY,
    TOKEN,
    ...SECRETS.DOCUMENT.split("\n"),
    Buffer.from(SECRETS.API_KEY).toString("base64").slice(0, -4),
  ])
    expect(everything).not.toContain(secret);
  expect(log).toContain("*** ***");
  expect(summaries).toEqual(["the key is ***\n"]);
});

it("lets no action speak to another machine", async () => {
  const { conclusion, log } = await lab.run(steps("- uses: lab/outside@v1"));
  expect(log.join("\n")).toContain("loopback guard: a connection to 192.0.2.1 would leave this machine");
  expect(conclusion).toBe("failure");
});

it("checks out the run's commit, and leaves no credential where none is wanted", async () => {
  const { log } = await lab.run(
    steps(`
- { uses: actions/checkout@v4, with: { persist-credentials: false } }
- run: |
    test "$(git rev-parse HEAD)" = "$GITHUB_SHA" && git branch --show-current && git rev-list --count HEAD
    git config --get-regexp extraheader || echo no credential
    git ls-remote origin >/dev/null 2>&1 || echo not let in`),
  );
  expect(said(log).slice(1)).toEqual(["main", "1", "no credential", "not let in"]);
});

it("leaves a credential for the job where it is wanted, and takes it away in the end", async () => {
  const { log } = await lab.run(
    steps(`
- { uses: actions/checkout@v4, with: { fetch-depth: 0, ref: main } }
- run: |
    git config --get-regexp extraheader
    git ls-remote origin >/dev/null && test "$(git rev-list --count HEAD)" -gt 1 && echo let in
    echo "$GITHUB_WORKSPACE" > "$HOME/workspace"`),
    { id: 900 },
  );
  expect(said(log).slice(1)).toEqual([expect.stringMatching(/^http\.http:.*extraheader AUTHORIZATION: basic \*\*\*$/), "let in"]);
  const home = join(lab.folder, "runs", "run-900-1", "jobs", "only", "home");
  const workspace = (await readFile(join(home, "workspace"), "utf8")).trim();
  expect(await readFile(join(workspace, ".git", "config"), "utf8")).not.toContain("extraheader");
});

it.each([
  { with: "repository: other/one", says: "acme/widget only, not other/one" },
  { with: "submodules: true", says: "submodules" },
  { with: "path: ../../outside", says: "leaves the workspace" },
  { with: "ref: nowhere", says: "nowhere" },
])("refuses to check out with $with", async ({ with: input, says }) => {
  const { conclusion, log } = await lab.run(steps(`- { uses: actions/checkout@v4, with: { ${input} } }`));
  expect(log.join("\n")).toContain(says);
  expect(conclusion).toBe("failure");
});
