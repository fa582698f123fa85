/** The task of the noise bench: a small repository, an issue, the plan that a competent model makes of it, and how one sees that it was done. */

export const FILES = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "README.md": "# split\n\nSplits lines.\n",
  "src/split.js": 'export const split = (line) => line.split(",").filter((field) => field !== "");\n',
  "test/split.test.js":
    'import test from "node:test";\nimport assert from "node:assert";\nimport { split } from "../src/split.js";\ntest("splits", () => assert.deepEqual(split("a,b"), ["a", "b"]));\n',
} as const;

export const ISSUE = {
  number: null,
  title: "split drops empty fields",
  body: "`split('a,,b')` gives two fields and must give three. Say in a comment what the function keeps.",
  author: "ana",
};

/** The comment that the judged rule asks for, and the whole file as it should be. */
export const COMMENT = "// Empty fields are kept.";
export const MENDED = `${COMMENT}\nexport const split = (line) => line.split(",");\n`;

const inNode = (code: string): string => `node --input-type=module -e "import { split } from './src/split.js'; ${code}"`;

/** What the bench itself holds against a result that is called done: nobody in the run knows of it. */
export const TRUTH = inNode(
  "if (JSON.stringify([split('x,,y'), split(',a'), split('a,b')]) !== JSON.stringify([['x','','y'],['','a'],['a','b']])) process.exit(1)",
);

export const CORRECT = "a.correctness.logic";
export const COMMENTED = "a.clarity.comment";

export const PLAN = {
  questions: [],
  workflow: "tdd",
  objective: {
    background: "",
    intent: "Keep empty fields",
    deliverables: ["src/split.js"],
    done: ["split('a,,b') gives three fields"],
    clarifications: [],
  },
  rules: [
    {
      id: CORRECT,
      description: "Empty fields are kept",
      severity: "fail",
      check: {
        kind: "command",
        text: inNode(
          "if (split('a,,b').length !== 3 || split(',').length !== 2 || split('').length !== 1) process.exit(1); console.log('kept')",
        ),
        prints: "kept",
      },
    },
    {
      id: "a.correctness.edges",
      description: "A field at the edge is kept, too",
      severity: "fail",
      check: { kind: "command", text: inNode("if (split(',a').length !== 2) process.exit(1); console.log('kept')"), prints: "kept" },
    },
    {
      id: COMMENTED,
      description: "A comment says what is kept",
      severity: "warn",
      check: { kind: "content", text: "src/split.js says in a comment that empty fields are kept", prints: null },
    },
  ],
  atoms: [{ id: "A1", description: "Keep empty fields and say so", dependsOn: [], group: null, doubtful: false, priority: 2 }],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
};

/** A check that the worker is not shown, with what a correct program prints. */
export const HIDDEN = {
  title: "an empty field between two",
  rule: CORRECT,
  run: inNode("console.log(split('x,,y').join('+'))"),
  expects: "x++y",
};
