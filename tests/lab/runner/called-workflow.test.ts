/** A job that calls a workflow: what it hands over, what it gets back, and what is refused. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { SECRETS, type SmallLab, startSmallLab } from "./small-lab.ts";

let lab: SmallLab;

beforeAll(async () => {
  lab = await startSmallLab();
});

afterAll(() => lab.close());

const USES = "uses: lab/called/.github/workflows/work.yml@v1";

function calling(job: string): string {
  return `on: workflow_dispatch\npermissions: {}\njobs:\n  loop: { ${job} }\n  then: { needs: loop, runs-on: x, steps: [{ run: 'echo "then \${{ needs.loop.outputs.stage }}"' }] }\n`;
}

it("hands over inputs, the secrets that are named, and rights, and gets outputs back", async () => {
  const before = lab.asked.length;
  const { conclusion, jobs, log } = await lab.run(
    calling(`permissions: { contents: write }, ${USES}, with: { issue: "7", loud: true }, secrets: { API_KEY: "\${{ secrets.API_KEY }}" }`),
  );
  const told = expect.stringMatching(`^issue 7 key ${SECRETS.API_KEY.length} other 0 loud true job work of \\w+/\\w+$`);
  expect(log).toEqual(expect.arrayContaining([told]));
  expect(log).toContain("after completed");
  expect(log).toContain("then completed");
  expect(jobs["loop"]).toEqual({ result: "success", outputs: { stage: "completed" } });
  expect(conclusion).toBe("success");
  const read = { contents: "read", metadata: "read" };
  expect(lab.asked.slice(before + 1)).toEqual([read, { metadata: "read" }, { metadata: "read" }]);
});

it("finds an action that the called workflow has beside it, not one of the caller or of the same name", async () => {
  const decoy = { "own/action.yml": "runs: { using: composite, steps: [{ shell: bash, run: echo decoy }] }" };
  const { log } = await lab.run(calling(`permissions: { contents: read }, ${USES}, with: { issue: "7" }`), { files: decoy });
  expect(log).toContain("beside the called workflow");
  expect(log).not.toContain("decoy");
});

it("calls a workflow of the run's own commit, which needs to say no more than that it may be called", async () => {
  const beside = "on: { workflow_call: }\njobs: { here: { runs-on: x, steps: [{ run: echo of this commit }] } }\n";
  const files = { ".github/workflows/beside.yml": beside };
  const { conclusion, log } = await lab.run(calling("permissions: { contents: read }, uses: ./.github/workflows/beside.yml"), { files });
  expect([conclusion, log]).toEqual(["success", expect.arrayContaining(["of this commit"])]);
});

it.each([
  { uses: "$/own", says: "$/own: this runner plays it in called workflows only" },
  { uses: "$/own@v1", says: "$/own@v1 must name a folder, and no version" },
  { uses: "$/", says: "$/ must name a folder, and no version" },
])("refuses $uses in a workflow of the run's own", async ({ uses, says }) => {
  const { conclusion, log } = await lab.run(`on: workflow_dispatch\njobs: { a: { runs-on: x, steps: [{ uses: "${uses}" }] } }`);
  expect(log.join("\n")).toContain(says);
  expect(conclusion).toBe("failure");
});

it("hands over every secret where they are inherited", async () => {
  const { log } = await lab.run(calling(`permissions: { contents: read }, ${USES}, with: { issue: "7" }, secrets: inherit`));
  expect(log.join("\n")).toContain(`key ${SECRETS.API_KEY.length} other ${SECRETS.DOCUMENT.length} loud false`);
});

it.each([
  { job: `permissions: { contents: read }, ${USES}`, says: "Input issue is required, but not provided while calling." },
  { job: `permissions: { contents: read }, ${USES}, with: { issue: 7, colour: red }`, says: "Invalid input, colour is not defined" },
  {
    job: `permissions: { contents: read }, ${USES}, with: { issue: 7 }, secrets: { OTHER: x }`,
    says: "Invalid secret, OTHER is not defined",
  },
  {
    job: `${USES}, with: { issue: 7 }`,
    says: "The nested job 'work' is requesting 'contents: read', but is only allowed 'contents: none'.",
  },
  { job: "uses: nobody/nothing/.github/workflows/work.yml@v1", says: "Unable to find reusable workflow nobody/nothing" },
])("refuses a call: $says", async ({ job, says }) => {
  const { conclusion, jobs, log } = await lab.run(calling(job));
  expect(log.join("\n")).toContain(says);
  expect([conclusion, ...Object.values(jobs).map(({ result }) => result)]).toEqual(["failure", "failure", "skipped"]);
});
