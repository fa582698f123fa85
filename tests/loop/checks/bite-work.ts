/** Works over small projects, for trying whether their tests still bite. */
import type { Bite } from "#core/analysis/test-results/bite.ts";
import type { Plan } from "#core/plan/plan.ts";
import { biteOf } from "#loop/checks/faults/bite.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { FILES } from "../bench.ts";
import { atWork } from "./checked-run.ts";

/** Changed files; null: deleted. */
export type Files = Readonly<Record<string, string | null>>;

/** Files, and the command that tests them. */
export interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly run: string;
}

/** A source of the project in JavaScript. */
export const SPLIT = `export const split = (line) => {
  if (line === "") return [];
  return line.split(",");
};

export const count = (line) => split(line).length + 0;
`;

/** Its tests. */
export const SPLIT_TEST = `import test from "node:test";
import assert from "node:assert";
import { count, split } from "../src/split.js";
test("splits", () => assert.deepEqual(split("a,b"), ["a", "b"]));
test("splits nothing", () => assert.deepEqual(split(""), []));
test("counts", () => assert.equal(count("a,b"), 2));
`;

/** Two sources and their tests. */
export const JS: Project = {
  run: "node --test test/",
  files: {
    "package.json": '{ "type": "module" }\n',
    "src/split.js": SPLIT,
    "src/join.js": 'export const join = (fields) => fields.length > 0 ? fields.join(",") : "";\n',
    "test/split.test.js": SPLIT_TEST,
    "test/join.test.js": `import test from "node:test";
import assert from "node:assert";
import { join } from "../src/join.js";
test("joins", () => assert.equal(join(["a", "b"]), "a,b"));
`,
  },
};

/** The subject of a work that changes these files (null: deletes them) of a project. */
export async function workOn(
  { files, run }: Project,
  changes: Files,
  plan: Partial<Plan> = {},
): Promise<{ readonly run: string; readonly subject: CheckSubject }> {
  const { subject, kit, repository } = await atWork();
  const gone = Object.fromEntries(Object.keys(FILES).map((path) => [path, null]));
  const commit = repository.commit({ ...gone, ...files });
  const base = { commit, tree: await kit.workspace.treeOf(commit), branch: "main" };
  const tree = await kit.workspace.treeOf(repository.commit(changes));
  const limits = { ...subject.plan.limits, bite: 4 };
  const project = { base, limits, tests: ["test/**", "test_*"], scope: { paths: ["**"], out: [] } };
  return { run, subject: { ...subject, tree, plan: { ...subject.plan, ...project, ...plan } } };
}

/** The same, tried. */
export async function bites(project: Project, changes: Files, plan: Partial<Plan> = {}): Promise<Bite> {
  const { subject, run } = await workOn(project, changes, plan);
  return biteOf({ ...subject, baseTests: null }, run);
}

/** Each lost fault, or why nothing was measured. */
export const lostIn = (bite: Bite): readonly string[] =>
  bite.kind === "measured" ? bite.lost.map(({ fault: { path, now } }) => `${path}: ${now.trim()}`) : [bite.why];

/** A library of functions and the script that tests it; its tests have no names. */
export const SHELL: Project = {
  run: "sh test/run.sh",
  files: {
    "lib.sh": 'sign() {\n  if [ "$1" -lt 0 ]; then\n    echo "minus"\n  else\n    echo "plus"\n  fi\n}\n',
    "test/run.sh": '. ./lib.sh\n[ "$(sign -1)" = minus ] || exit 1\n[ "$(sign 1)" = plus ] || exit 1\n',
  },
};
