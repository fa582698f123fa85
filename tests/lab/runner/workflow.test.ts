/** Workflow files: what they say, and what is refused. */
import { expect, it } from "vitest";
import { ancestorsOf, permissionsOf, readWorkflow } from "./workflow.ts";

const STEPS = "runs-on: ubuntu-24.04, steps: [{ run: ls }]";

function read(text: string) {
  return readWorkflow("w.yml", text);
}

it("reads jobs with their needs, steps and texts", () => {
  const workflow = read(`
on: { workflow_dispatch: {} }
env: { A: 1, B: true, C: }
jobs:
  a: { ${STEPS} }
  b: { needs: a, ${STEPS} }
  c: { needs: [b], if: false, timeout-minutes: 5, ${STEPS} }
`);
  expect(workflow.env).toEqual({ A: "1", B: "true", C: "" });
  expect(workflow.jobs["c"]).toMatchObject({ needs: ["b"], if: "false", "timeout-minutes": "5" });
  expect(ancestorsOf("c", workflow.jobs)).toEqual(["b", "a"]);
});

it.each([
  { top: "", job: "", granted: { contents: "read" } },
  { top: "permissions: { issues: write }", job: "", granted: { issues: "write" } },
  {
    top: "permissions: { issues: write }",
    job: "permissions: { pull-requests: write, checks: none },",
    granted: { pull_requests: "write" },
  },
  { top: "permissions: {}", job: "", granted: {} },
])("grants the token $granted", ({ top, job, granted }) => {
  const workflow = read(`on: push\n${top}\njobs: { a: { ${job} ${STEPS} } }`);
  const { a } = workflow.jobs;
  expect(a && permissionsOf(workflow, a)).toEqual({ ...granted, metadata: "read" });
});

it("knows read-all", () => {
  const workflow = read(`on: push\npermissions: read-all\njobs: { a: { ${STEPS} } }`);
  expect(workflow.permissions).toMatchObject({ contents: "read", pull_requests: "read", security_events: "read" });
});

it.each([
  [`on: push\njobs: { a: { strategy: { matrix: {} }, ${STEPS} } }`, "w.yml: jobs.a: strategy is not built in this runner"],
  [`on: push\njobs: { a: { container: x, ${STEPS} } }`, "jobs.a: container is not built"],
  [`on: push\ndefaults: {}\njobs: { a: { ${STEPS} } }`, "the file: defaults is not built"],
  [`on: push\njobs: { a: { needs: b, ${STEPS} } }`, "jobs.a: needs b, which is not there"],
  [`on: push\njobs: { a: { needs: b, ${STEPS} }, b: { needs: a, ${STEPS} } }`, "jobs.b: needs itself"],
  ["on: push\njobs: { a: { runs-on: x, steps: [{ run: ls, uses: ./ }] } }", "either run or uses"],
  ["on: push\njobs: { a: { runs-on: x, steps: [{ run: ls, shell: pwsh }] } }", "shell"],
  ["on: push\npermissions: { everything: write }\njobs: {}", "permissions"],
])("refuses %j", (text, message) => {
  expect(() => read(text)).toThrow(message);
});
