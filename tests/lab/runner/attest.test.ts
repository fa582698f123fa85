/** What a job attests: the digest of each file, the workflow and the commit that made it, and only with the rights that it takes. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SmallLab, startSmallLab } from "./small-lab.ts";

let lab: SmallLab;

beforeAll(async () => {
  lab = await startSmallLab();
});

afterAll(() => lab.close());

function attesting(permissions: string, path: string): string {
  return `on: workflow_dispatch
jobs:
  make:
    runs-on: x
    permissions: ${permissions}
    steps:
      - uses: actions/setup-node@v7
        with: { node-version: 24, package-manager-cache: false }
      - run: mkdir out out/deeper && echo one > out/a && echo two > out/b && echo three > out/deeper/c
      - id: attest
        uses: actions/attest@v4
        with: { subject-path: "${path}" }
      - run: cat "$BUNDLE"
        env: { BUNDLE: "\${{ steps.attest.outputs.bundle-path }}" }
`;
}

it("says of each file of a folder what it is and what made it", async () => {
  const { conclusion, log } = await lab.run(attesting("{ id-token: write, attestations: write }", "out/*"));
  expect(conclusion).toBe("success");
  const bundle = JSON.parse(log.find((line) => line.startsWith("{")) ?? "");
  const { subject, predicate } = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString());
  const digest = (text: string): object => ({ sha256: createHash("sha256").update(text).digest("hex") });
  expect(subject).toEqual([
    { name: "a", digest: digest("one\n") },
    { name: "b", digest: digest("two\n") },
  ]);
  expect(predicate.buildDefinition.externalParameters.workflow).toMatchObject({
    path: ".github/workflows/test.yml",
    ref: "refs/heads/main",
  });
  expect(bundle.dsseEnvelope.signatures).toEqual([]);
});

it.each([
  { permissions: "{ id-token: write }", path: "out/*", says: "the job has no attestations: write" },
  { permissions: "{ contents: read }", path: "out/*", says: "the job has no id-token, no attestations: write" },
  { permissions: "{ id-token: write, attestations: write }", path: "out/deeper/none", says: "no such file or directory" },
])("attests nothing where $says", async ({ permissions, path, says }) => {
  const { conclusion, log } = await lab.run(attesting(permissions, path));
  expect([conclusion, log.join("\n")]).toEqual(["failure", expect.stringContaining(says)]);
});
