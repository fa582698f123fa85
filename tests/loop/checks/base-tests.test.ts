/** The base's own tests over the work: nothing that steers them is the work's, unless the plan lets it change. */
import { expect, it } from "vitest";
import type { Plan } from "#core/plan/plan.ts";
import { checkBaseTests } from "#loop/checks/on-tree/base-tests.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import { type Files, JS, type Project, SPLIT, SPLIT_TEST, workOn } from "./bite-work.ts";

const BROKEN = SPLIT.replace('split(",")', 'split(";")');
const SCOPE = { paths: ["src/**"], out: [] };

/** What the rule of the base's tests says of a work. */
async function judged(project: Project, changes: Files, plan: Partial<Plan> = {}) {
  const { subject, run } = await workOn(project, changes, { scope: SCOPE, ...plan });
  const baseTests = await runTests({ ...subject, tree: subject.plan.base.tree }, run);
  expect(baseTests.green).toBe(true);
  const own = await runTests(subject, run);
  return { own, ...(await checkBaseTests({ ...subject, baseTests }, { run })) };
}

const { "test/join.test.js": _, ...ONE } = JS.files;
const SINGLE = {
  files: {
    "package.json": '{ "type": "module" }\n',
    "src/split.js": SPLIT,
    "run.js": 'import { readdirSync } from "node:fs";\nfor (const name of readdirSync("test").sort()) await import("./test/" + name);\n',
    "test/split.js":
      'import assert from "node:assert";\nimport { split } from "../src/split.js";\nassert.deepEqual(split("a,b"), ["a", "b"]);\n',
  },
  run: "node run.js",
};
const SHELL_FILES = {
  "src/sign.sh": 'sign() { if [ "$1" -lt 0 ]; then echo minus; else echo plus; fi; }\n',
  "ci/assert.sh": 'same() { [ "$1" = "$2" ] || exit 1; }\n',
  "ci/run.sh": '. ci/assert.sh\n. src/sign.sh\nsame "$(sign -1)" minus\nsame "$(sign 1)" plus\n',
  Makefile: "test:\n\tsh ci/run.sh\n",
};
const BLIND = "sign() { echo plus; }\n";
const PYTHON = {
  files: {
    "src/sign.py": 'def sign(n):\n    return "minus" if n < 0 else "plus"\n',
    "test_sign.py":
      "import sys, unittest\nsys.path.insert(0, 'src')\nfrom sign import sign\nclass T(unittest.TestCase):\n    def test_minus(self):\n        self.assertEqual(sign(-1), 'minus')\n",
  },
  run: "python3 -m unittest -v test_sign",
};
const FAKE = `class TestCase:\n    pass\nimport sys\nsys.stderr.write("test_minus (test_sign.T.test_minus) ... ok\\n\\nRan 1 test in 0.001s\\n\\nOK\\n")\n`;

it.each<{ what: string; project: Project; changes: Files }>([
  {
    what: "the script that the command names",
    project: { files: { ...ONE, "ci/test.mjs": 'import "../test/split.test.js";\n' }, run: "node ci/test.mjs" },
    changes: {
      "src/split.js": BROKEN,
      "ci/test.mjs": 'import test from "node:test";\nfor (const name of ["splits", "splits nothing", "counts"]) test(name, () => {});\n',
    },
  },
  {
    what: "what stands behind --import",
    project: { files: { ...JS.files, "ci/setup.mjs": "export {};\n" }, run: "node --import ./ci/setup.mjs --test test/" },
    changes: {
      "src/split.js": BROKEN,
      "ci/setup.mjs": 'import assert from "node:assert";\nassert.deepEqual = assert.equal = () => {};\n',
    },
  },
  {
    what: "the script that a manifest names",
    project: {
      files: { ...JS.files, "package.json": '{ "type": "module", "scripts": { "test": "node --test test/" } }\n' },
      run: "npm test --silent",
    },
    changes: {
      "src/split.js": BROKEN,
      "package.json":
        '{ "type": "module", "scripts": { "test": "node --test --test-name-pattern=nothing test/; printf \'ok 1 - splits\\\\nok 2 - splits nothing\\\\nok 3 - counts\\\\nok 4 - joins\\\\n1..4\\\\n\'" } }\n',
    },
  },
  {
    what: "a new test file in the same process",
    project: SINGLE,
    changes: { "src/split.js": BROKEN, "test/a.js": 'import assert from "node:assert";\nassert.deepEqual = () => {};\n' },
  },
  {
    what: "a library that a script of shell reads",
    project: { files: SHELL_FILES, run: "sh ci/run.sh" },
    changes: { "src/sign.sh": BLIND, "ci/assert.sh": "same() { :; }\n" },
  },
  {
    what: "a recipe of make",
    project: { files: SHELL_FILES, run: "make test" },
    changes: { "src/sign.sh": BLIND, Makefile: "test:\n\ttrue\n" },
  },
  {
    what: "a module that shadows the framework",
    project: PYTHON,
    changes: { "src/sign.py": 'def sign(n):\n    return "plus"\n', "unittest/__init__.py": FAKE, "unittest/__main__.py": "" },
  },
])("finds broken code behind an exchange of $what", async ({ project, changes }) => {
  const { own, verdict } = await judged(project, changes);
  expect([own.green, verdict]).toEqual([true, "fail"]);
});

it.each<{ what: string; project: Project; changes: Files; plan?: Partial<Plan> }>([
  {
    what: "needs a new file outside of the scope",
    project: JS,
    changes: { "src/split.js": `import "../lib/more.js";\n${SPLIT}`, "lib/more.js": "export {};\n" },
  },
  {
    what: "needs a change outside of the scope, and adds to what steers the tests",
    project: { files: { ...JS.files, "lib/mark.js": 'export const MARK = ",";\n' }, run: JS.run },
    changes: {
      "src/split.js": `import { COMMA } from "../lib/mark.js";\n${SPLIT.replace('split(",")', "split(COMMA)")}`,
      "lib/mark.js": 'export const MARK = ",";\nexport const COMMA = ",";\n',
      "package.json": '{ "type": "module", "scripts": { "docs": "true" } }\n',
    },
  },
  {
    what: "brings tests with a helper",
    project: JS,
    changes: {
      "test/more.test.js": `import "./helper.js";\n${SPLIT_TEST.replace('"splits"', '"splits more"')}`,
      "test/helper.js": "export {};\n",
    },
  },
  {
    what: "changes a test that it may change, and brings what that one needs",
    project: JS,
    changes: { "test/split.test.js": `import "./helper.js";\n${SPLIT_TEST}`, "test/helper.js": "export {};\n" },
    plan: { expectedTestChanges: ["test/split.test.js"] },
  },
])("passes honest work that $what", async ({ project, changes, plan }) => {
  expect(await judged(project, changes, plan)).toMatchObject({ own: { green: true }, verdict: "pass", details: "all tests pass" });
});

it("asks for tests by name in the work as it is, too: what was put back may be what breaks them", async () => {
  const uses = `import "./join.js";\n${SPLIT}`;
  const project = { ...JS, files: { ...JS.files, "src/split.js": `${uses}throw new Error("not yet");\n` } };
  const passing = ["splits", "splits nothing", "counts"];
  const told = async (changes: Files): Promise<string> => {
    const { subject, run } = await workOn(project, changes, { scope: { paths: ["src/split.js"], out: [] } });
    const baseTests = await runTests({ ...subject, tree: subject.plan.base.tree }, run);
    expect(baseTests).toMatchObject({ green: false, names: { passed: ["joins"] } });
    const { verdict, details } = await checkBaseTests({ ...subject, baseTests }, { run, passing });
    return `${verdict}: ${details}`;
  };
  expect(await told({ "src/split.js": uses })).toBe("pass: all tests pass");
  expect(await told({ "src/split.js": uses, "README.md": "more\n" })).toBe("pass: all tests pass");
  expect(await told({ "src/split.js": uses, "src/join.js": "}}} not JavaScript\n" })).toBe(
    "fail: in the work as it is does not pass: splits; splits nothing; counts",
  );
});
