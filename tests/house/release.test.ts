/** What makes a release: what may write runs nothing of the repository but the scripts of a release, and versions are said in one place. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { ROOT } from "./tools.ts";
import { complaintsOf } from "./workflow-rules.ts";

const WORKFLOW = ".github/workflows/release.yml";
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const json = (path: string): unknown => JSON.parse(read(path));

const Job = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  steps: z.array(z.looseObject({ run: z.string().default(""), env: z.record(z.string(), z.string()).default({}) })).default([]),
});

/** What of the repository a job may run with a right to write: the scripts of a release, with their own lock; docker builds in a container. */
const ALLOWED = [
  /^npm ci --prefix \.github\/scripts\/release --ignore-scripts$/,
  /^node \.github\/scripts\/release\/(?:propose|publish)\.mjs$/,
  /^docker build /,
  /^docker login /,
  /^package=loopwright@/,
];

/** What is wrong with the rights of a job, in words. */
function complaintsOfRights(text: string): readonly string[] {
  const { jobs } = z.looseObject({ jobs: z.record(z.string(), Job) }).parse(parse(text));
  return Object.entries(jobs).flatMap(([name, { permissions, steps }]) => {
    const writes = Object.values(permissions).includes("write");
    const scripts = steps.map(({ run }) => run).filter((run) => run !== "");
    const foreign = writes ? scripts.filter((run) => !ALLOWED.some((pattern) => pattern.test(run))) : [];
    const builds = steps.findIndex(({ run }) => run.startsWith("docker build "));
    const early = steps.slice(0, builds + 1).some(({ env }) => Object.values(env).some((value) => value.includes("github.token")));
    return [
      ...foreign.map((run) => `${name} may write, and runs ${run.split("\n", 1)[0]}`),
      ...(early ? [`${name} has a token when it builds`] : []),
    ];
  });
}

it("lets nothing that may write run the repository's code [SC-01]", () => {
  expect(complaintsOfRights(read(WORKFLOW))).toEqual([]);
});

const TOKEN = "$" + "{{ github.token }}";

it.each([
  {
    fault: "a build beside rights",
    plant: (text: string) => text.replace(/(\n {2}build:[\s\S]*?)contents: read/, "$1contents: write"),
    says: "build may write, and runs npm run build",
  },
  {
    fault: "a token at the build",
    plant: (text: string) => text.replace(/TAG: .+\n( +IMAGE)/, `T: ${TOKEN}\n$1`),
    says: "image has a token when it builds",
  },
])("notices $fault", ({ plant, says }) => {
  const text = plant(read(WORKFLOW));
  expect(text).not.toBe(read(WORKFLOW));
  expect(complaintsOfRights(text)).toContain(says);
});

it("is a careful workflow, in which three jobs say to others who they are [SC-05] [SC-06]", async () => {
  const tokens = ["npm", "image", "publish"].map((job) => `${job}: it may ask for an OpenID token`);
  expect(await complaintsOf(read(WORKFLOW))).toEqual(tokens);
});

it("locks what a release is made with, apart from the product [SC-04]", () => {
  const { dependencies } = z
    .looseObject({ dependencies: z.record(z.string(), z.string()) })
    .parse(json(".github/scripts/release/package.json"));
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) });
  const { packages } = Lock.parse(json(".github/scripts/release/package-lock.json"));
  const unproven = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && !/^sha512-[\w+/]+=*$/.test(integrity ?? ""));
  expect(unproven).toEqual([]);
});

it("has one version: of the package, and of the last release once there is one", () => {
  const { version } = z.looseObject({ version: z.string() }).parse(json("package.json"));
  const released = z.record(z.string(), z.string()).parse(json(".github/.release-please-manifest.json"))["."];
  expect([undefined, version]).toContain(released);
  const { version: locked } = z.looseObject({ version: z.string() }).parse(json("package-lock.json"));
  expect(locked).toBe(version);
});
