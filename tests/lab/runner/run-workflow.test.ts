/** Jobs of a workflow: their order, conditions, outputs, tokens, groups, cancellation and re-runs. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { isAlive } from "./alive.ts";
import { SECRETS, type SmallLab, startSmallLab, TOKEN } from "./small-lab.ts";
import type { Need } from "./space.ts";

let lab: SmallLab;

beforeAll(async () => {
  lab = await startSmallLab();
});

afterAll(() => lab.close());

function workflow(jobs: string, top = ""): string {
  return `on: workflow_dispatch\n${top}\njobs:\n${jobs.trim().replace(/^/gm, "  ")}`;
}

function results(jobs: Readonly<Record<string, Need>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));
}

function outputsOf(jobs: Readonly<Record<string, Need>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(jobs).map(([name, { outputs }]) => [name, outputs]));
}

/** Until the run's log holds a line that begins so; gives it. */
async function line(id: number, start: string): Promise<string> {
  const found = (): string | undefined => lab.runner.logs(id).find(({ text }) => text.startsWith(start))?.text;
  await expect.poll(found).toBeDefined();
  return found() ?? "";
}

it("hands outputs on through needs", async () => {
  const { conclusion, jobs, log } = await lab.run(
    workflow(`
a: { runs-on: x, outputs: { verdict: "\${{ steps.s.outputs.v }}", none: "\${{ steps.s.outputs.none }}" }, steps: [{ id: s, run: 'echo v=VERIFIED >> $GITHUB_OUTPUT' }] }
b: { runs-on: x, needs: a, env: { V: "\${{ needs.a.outputs.verdict }}" }, steps: [{ run: 'echo "$V \${{ needs.a.result }}"' }] }`),
  );
  expect(log).toContain("VERIFIED success");
  expect(outputsOf(jobs)["a"]).toEqual({ verdict: "VERIFIED" });
  expect(conclusion).toBe("success");
});

it("drops an output that holds a secret, also one that was masked on the way", async () => {
  const { jobs, log } = await lab.run(
    workflow(`
a:
  runs-on: x
  outputs: { key: "\${{ steps.s.outputs.key }}", coded: "\${{ steps.s.outputs.coded }}", late: "\${{ steps.s.outputs.late }}", plain: "\${{ steps.s.outputs.plain }}" }
  steps:
    - id: s
      env: { KEY: "\${{ secrets.API_KEY }}" }
      run: |
        echo "::add-mask::derived"
        { echo "key=see $KEY"; echo "coded=$(printf %s "$KEY" | base64)"; echo late=derived; echo plain=fine; } >> "$GITHUB_OUTPUT"
b: { runs-on: x, needs: a, steps: [{ run: 'echo "[\${{ needs.a.outputs.key }}]"' }] }`),
  );
  expect(outputsOf(jobs)["a"]).toEqual({ plain: "fine" });
  expect(log.filter((text) => text.includes("may contain secret"))).toHaveLength(3);
  expect(log).toContain("[]");
  expect(log.join("\n")).not.toContain(SECRETS.API_KEY);
});

it.each([
  { name: "default", condition: "", after: { success: "success", failure: "skipped", skipped: "skipped" } },
  { name: "always", condition: "if: always(),", after: { success: "success", failure: "success", skipped: "success" } },
  { name: "failure", condition: "if: failure(),", after: { success: "skipped", failure: "success", skipped: "skipped" } },
  { name: "not cancelled", condition: "if: '!cancelled()',", after: { success: "success", failure: "success", skipped: "success" } },
  {
    name: "a result",
    condition: `if: "always() && needs.a.result == 'failure'",`,
    after: { success: "skipped", failure: "success", skipped: "skipped" },
  },
])("runs a job after others by its condition: $name", async ({ condition, after }) => {
  const next = `${condition} steps: [{ run: 'true' }]`.replaceAll("needs.a", "needs.NAME");
  const pair = (name: string, first: string): string =>
    `${name}: { runs-on: x, ${first} }\nafter-${name}: { runs-on: x, needs: ${name}, ${next.replace("NAME", name)} }`;
  const { jobs } = await lab.run(
    workflow(
      [
        pair("success", "steps: [{ run: 'true' }]"),
        pair("failure", "steps: [{ run: exit 1 }]"),
        pair("skipped", "if: false, steps: [{ run: ls }]"),
      ].join("\n"),
    ),
  );
  const all = results(jobs);
  expect({ success: all["after-success"], failure: all["after-failure"], skipped: all["after-skipped"] }).toEqual(after);
});

it("looks at all ancestors of a job, as GitHub does: one that was skipped far above skips it", async () => {
  const { conclusion, jobs } = await lab.run(
    workflow(`
a: { runs-on: x, if: false, steps: [{ run: ls }] }
b: { runs-on: x, needs: a, if: always(), steps: [{ run: ls }] }
c: { runs-on: x, needs: b, steps: [{ run: ls }] }`),
  );
  expect(results(jobs)).toEqual({ a: "skipped", b: "success", c: "skipped" });
  expect(conclusion).toBe("success");
});

it("fails the run with one job, and does not hold up the others", async () => {
  const { conclusion, jobs } = await lab.run(
    workflow("a: { runs-on: x, steps: [{ run: exit 1 }] }\nb: { runs-on: x, steps: [{ run: ls }] }"),
  );
  expect(results(jobs)).toEqual({ a: "failure", b: "success" });
  expect(conclusion).toBe("failure");
});

it("asks for a token of each job's own permissions, and hides it", async () => {
  const before = lab.asked.length;
  const { log } = await lab.run(
    workflow(
      `
a: { runs-on: x, permissions: { pull-requests: write }, steps: [{ run: "echo \${{ github.token }}" }] }
b: { runs-on: x, needs: a, steps: [{ run: ls }] }`,
      "permissions: { issues: write, contents: read }",
    ),
  );
  expect(lab.asked.slice(before)).toEqual([
    { contents: "read", metadata: "read" },
    { pull_requests: "write", metadata: "read" },
    { issues: "write", contents: "read", metadata: "read" },
  ]);
  expect(log.join("\n")).not.toContain(TOKEN);
});

it("gives a job its variables: its own before the workflow's, with secrets only where they are named", async () => {
  const { log } = await lab.run(
    workflow(
      `a: { runs-on: x, env: { A: job, K: "\${{ secrets.API_KEY }}" }, steps: [{ run: 'echo "$A $B \${#K}"', env: { B: step } }] }`,
      "env: { A: workflow, B: workflow }",
    ),
  );
  expect(log).toContain(`job step ${SECRETS.API_KEY.length}`);
});

it("fails a job that names a context that is not offered there", async () => {
  const { jobs, log } = await lab.run(workflow("a: { runs-on: x, if: secrets.API_KEY != '', steps: [{ run: ls }] }"));
  expect(results(jobs)).toEqual({ a: "failure" });
  expect(log.join("\n")).toContain("secrets");
});

it("refuses a workflow that it does not build", async () => {
  await expect(lab.run(workflow("a: { runs-on: x, strategy: { matrix: { n: [1] } }, steps: [{ run: ls }] }"))).rejects.toThrow(
    "jobs.a: strategy is not built",
  );
});

it("kills a step that outlives its cancellation with its children, and still runs what comes after it", async () => {
  const stop = new AbortController();
  const running = lab.run(
    workflow(`
a: { runs-on: x, steps: [{ uses: lab/stubborn@v1 }, { run: echo not reached }, { run: echo tidies, if: always() }, { run: echo sees it, if: cancelled() }] }
b: { runs-on: x, needs: a, steps: [{ run: echo not reached }] }
c: { runs-on: x, needs: a, if: always(), steps: [{ run: 'echo "after \${{ needs.a.result }}"' }] }`),
    { id: 501, signal: stop.signal },
  );
  const pids = (await line(501, "pids")).split(" ").slice(1).map(Number);
  stop.abort();
  const { conclusion, jobs, log } = await running;
  expect(conclusion).toBe("cancelled");
  expect(results(jobs)).toEqual({ a: "cancelled", b: "skipped", c: "success" });
  expect(log.filter((text) => !text.startsWith("##[") && !text.startsWith("pids"))).toEqual([
    ...["heard SIGINT", "heard SIGTERM", "tidies", "sees it", "post of the stubborn one", "after cancelled"],
  ]);
  expect(pids.map(isAlive)).toEqual([false, false]);
});

it("ends what a job has left running, even in a session of its own", async () => {
  const { conclusion, log } = await lab.run(
    workflow(`
a:
  runs-on: x
  steps:
    - run: |
        setsid sh -c 'echo $$ > pid; while true; do sleep 0.05; done' > /dev/null 2>&1 &
        until [ -s pid ]; do sleep 0.02; done
        echo "pid $(cat pid)"`),
  );
  const pid = Number(log.find((text) => text.startsWith("pid "))?.slice(4));
  expect(log).toContain(`Terminate orphan process: pid (${pid})`);
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(conclusion).toBe("success");
});

it("lets a job and a step that run always go on after the cancellation, until the run is forced to end", async () => {
  const stop = new AbortController();
  const running = lab.run(
    workflow(`
a: { runs-on: x, if: always(), steps: [{ run: "echo ready; sleep 0.5; echo still here" }, { run: echo goes on }] }
b: { runs-on: x, steps: [{ run: "echo ready; sleep 0.5; echo so does this; sleep 60", if: always() }] }`),
    { id: 502, signal: stop.signal },
  );
  await line(502, "ready");
  await expect.poll(() => lab.runner.logs(502).filter(({ text }) => text === "ready").length).toBe(2);
  stop.abort();
  const { jobs, log } = await running;
  expect(log).toContain("goes on");
  expect(log).toContain("so does this");
  expect(results(jobs)).toEqual({ a: "success", b: "cancelled" });
});

it("ends a job whose time is over: it counts as cancelled", async () => {
  const { jobs, log } = await lab.run(
    workflow("a: { runs-on: x, timeout-minutes: 0.005, steps: [{ run: sleep 60 }, { run: echo tidies, if: always() }] }"),
  );
  expect(results(jobs)).toEqual({ a: "cancelled" });
  expect(log).toContain("tidies");
  expect(log.at(-1)).toBe("##[error]The job has exceeded the maximum execution time of 0.005 minutes.");
});

it("runs nothing of a run that was cancelled before it began", async () => {
  const { conclusion, jobs } = await lab.run(workflow("a: { runs-on: x, steps: [{ run: ls }] }"), { signal: AbortSignal.abort() });
  expect(conclusion).toBe("cancelled");
  expect(results(jobs)).toEqual({ a: "skipped" });
});

it("runs all jobs again as the next attempt", async () => {
  const text = workflow(
    `a: { runs-on: x, steps: [{ run: "echo attempt $GITHUB_RUN_ATTEMPT of $GITHUB_RUN_ID, \${{ github.run_attempt }}" }] }`,
  );
  expect((await lab.run(text, { id: 600 })).log).toContain("attempt 1 of 600, 1");
  expect((await lab.run(text, { id: 600 })).log).toContain("attempt 2 of 600, 2");
});

it.each([
  { cancel: "false", first: "success" },
  { cancel: `\${{ inputs.issue == '7' }}`, first: "cancelled" },
])("keeps runs of one group apart, cancel-in-progress: $cancel", async ({ cancel, first }) => {
  const [one, two] = first === "success" ? [701, 702] : [703, 704];
  const text = (seconds: string): string =>
    workflow(
      `a: { runs-on: x, steps: [{ run: "echo begins; sleep ${seconds}; echo ends" }] }`,
      `concurrency: { group: "run-\${{ inputs.issue }}-${first}", cancel-in-progress: "${cancel}" }`,
    );
  const running = lab.run(text(first === "success" ? "0.7" : "60"), { id: one, inputs: { issue: "7" } });
  await line(one, "begins");
  const second = await lab.run(text("0"), { id: two, inputs: { issue: "7" } });
  expect((await running).conclusion).toBe(first);
  expect(second.conclusion).toBe("success");
  expect(lab.runner.logs(one).some(({ text: said }) => said === "ends")).toBe(first === "success");
});

it("keeps jobs of one group apart within a run", async () => {
  const job = 'runs-on: x, concurrency: one, steps: [{ run: "echo begins; sleep 0.2; echo ends" }]';
  const { log } = await lab.run(workflow(`a: { ${job} }\nb: { ${job} }`));
  expect(log.filter((text) => ["begins", "ends"].includes(text))).toEqual(["begins", "ends", "begins", "ends"]);
});

it("tells nothing of a run that was never here", async () => {
  expect([lab.runner.logs(1e9), lab.runner.summaries(1e9), lab.runner.outputs(1e9), await lab.runner.artifacts(1e9)]).toEqual([
    [],
    [],
    {},
    [],
  ]);
});
