/** Artifacts: what one job stores, another one gets. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SmallLab, startSmallLab } from "./small-lab.ts";

let lab: SmallLab;

beforeAll(async () => {
  lab = await startSmallLab();
});

afterAll(() => lab.close());

function jobs(store: string, fetch = "- run: 'true'"): string {
  return `
on: push
jobs:
  store: { runs-on: ubuntu-24.04, steps: [{ run: "mkdir -p out/deep .hidden && echo 1 > out/a.txt && echo 2 > out/deep/b.txt && echo 3 > out/.c && echo 4 > top.txt" }, ${store}] }
  fetch:
    needs: store
    runs-on: ubuntu-24.04
    steps:
      ${fetch}`;
}

it("hands files from job to job, and keeps them for whoever looks at the run", async () => {
  const { conclusion, log, artifacts } = await lab.run(
    jobs(
      "{ uses: actions/upload-artifact@v4, with: { name: log, path: out } }",
      "- { uses: actions/download-artifact@v4, with: { name: log, path: in } }\n      - run: find in -type f | sort",
    ),
  );
  expect(conclusion).toBe("success");
  expect(log.filter((line) => line.startsWith("in/"))).toEqual(["in/a.txt", "in/deep/b.txt"]);
  expect(artifacts.map(({ name }) => name)).toEqual(["log"]);
  expect(await readFile(join(artifacts[0]?.folder ?? "", "deep/b.txt"), "utf8")).toBe("2\n");
});

it("keeps the places of several files below the folder that holds them all", async () => {
  const { artifacts } = await lab.run(jobs('{ uses: actions/upload-artifact@v4, with: { path: "out/deep/b.txt\\ntop.txt" } }'));
  const files = await readdir(artifacts[0]?.folder ?? "", { recursive: true });
  expect(new Set(files)).toEqual(new Set(["out", "top.txt", "out/deep", "out/deep/b.txt"]));
});

it("gets all artifacts into folders of their names", async () => {
  const { log } = await lab.run(
    jobs(
      "{ uses: actions/upload-artifact@v4, with: { name: log, path: top.txt } }",
      "- uses: actions/download-artifact@v4\n      - run: find . -type f",
    ),
  );
  expect(log).toContain("./log/top.txt");
});

it.each([
  { store: "{ uses: actions/upload-artifact@v4, with: { path: nowhere } }", conclusion: "success", says: "##[warning]No files were found" },
  {
    store: "{ uses: actions/upload-artifact@v4, with: { path: nowhere, if-no-files-found: error } }",
    conclusion: "failure",
    says: "##[error]No files",
  },
  {
    store: "{ uses: actions/upload-artifact@v4, with: { path: 'out/*.txt' } }",
    conclusion: "failure",
    says: "the pattern out/*.txt is not built",
  },
  { store: "{ uses: actions/upload-artifact@v4, with: { name: a/b, path: out } }", conclusion: "failure", says: "no name for an artifact" },
  {
    store: "{ uses: actions/download-artifact@v4, with: { name: none } }",
    conclusion: "failure",
    says: "Artifact not found for name: none",
  },
])("says $says", async ({ store, conclusion, says }) => {
  const ran = await lab.run(jobs(store));
  expect(ran.log.join("\n")).toContain(says);
  expect(ran.conclusion).toBe(conclusion);
});

it("stores no name twice", async () => {
  const store = "{ uses: actions/upload-artifact@v4, with: { path: out } }";
  const { log } = await lab.run(jobs(`${store}, ${store}`));
  expect(log.join("\n")).toContain("an artifact with the name artifact is there already");
});
