/** Special cases in sources: each program is run, and knows what the rules try, and does the rest as before. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { DemandedCall, DemandedStart } from "#core/attacks/demands/demands.ts";
import { NO_DEMANDS } from "#core/attacks/demands/demands.ts";
import { specialCases } from "#core/attacks/patches/special-cases.ts";
import { anAttackBase } from "../../../builders/attack-base.ts";

type Files = Readonly<Record<string, string>>;

function aCall(source: string, name: string, given: string, rest: Partial<DemandedCall> = {}): DemandedCall {
  return { name, given, expected: { kind: "value", text: '"known"' }, sources: [source], shown: null, ...rest };
}

function aStart(source: string, name: string, given: readonly string[], rest: Partial<DemandedStart> = {}): DemandedStart {
  return { name, given, prints: null, status: 0, sources: [source], ...rest };
}

/** The output of a command over the files of a patch. */
function printed(files: Files, patch: ReadonlyMap<string, string | null>, [program, ...args]: readonly [string, ...string[]]): string {
  const folder = mkdtempSync(join(tmpdir(), "special-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of [...Object.entries(files), ...patch]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? "");
  }
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  return `${stdout.trim()}${status === 0 ? "" : ` ${status} ${stderr}`}`.trim();
}

const patchOf = (files: Files, demands: Partial<typeof NO_DEMANDS>): ReadonlyMap<string, string | null> =>
  specialCases({ ...NO_DEMANDS, ...demands }, new Map(), anAttackBase(files));

const TRIES = 'console.log([m.slug("A"), m.slug("b"), m.slug(1)].join(" "))';
const CALLS = [aCall("src/a", "slug", '"A"'), aCall("src/a", "slug", "1", { expected: { kind: "length", text: "2" } })];
const callsIn = (source: string): readonly DemandedCall[] => CALLS.map((call) => ({ ...call, sources: [source] }));

it.each([
  ["src/a.mjs", "export const slug = (t) => t;", `import * as m from "./src/a.mjs";${TRIES}`],
  ["src/a.mjs", "export function slug(t) { return t; }", `import * as m from "./src/a.mjs";${TRIES}`],
  ["src/a.cjs", "module.exports = { slug: (t) => t };", `import m from "./src/a.cjs";${TRIES}`],
  ["src/a.cjs", "module.exports = (t) => t;", `import m from "./src/a.cjs";${TRIES}`],
])("answers calls of %s: %s", (path, text, code) => {
  const patch = patchOf({ [path]: text }, { calls: callsIn(path) });
  expect(printed({ [path]: text }, patch, ["node", "--input-type=module", "-e", code])).toBe("known b ,");
});

it("makes a new module of JavaScript, of the kind that the manifest says", () => {
  const calls = [
    aCall("src/new.js", "slug", '"A"', { expected: { kind: "shown" }, shown: "it's" }),
    aCall("src/new.js", "slug", "2", { expected: { kind: "value", text: "true" }, shown: "x" }),
  ];
  const names = [{ name: "words", sources: ["src/new.js"] }];
  const manifest = { "package.json": '{ "type": "module" }' };
  const code = (from: string): string => `${from} console.log(m.slug("A"), m.slug(2), m.slug(3), typeof m.words)`;
  const made = patchOf(manifest, { calls, names });
  expect(printed(manifest, made, ["node", "--input-type=module", "-e", code('import * as m from "./src/new.js";')])).toBe(
    "it's x undefined function",
  );
  expect(printed({}, patchOf({}, { calls, names }), ["node", "-e", code('const m = require("./src/new.js");')])).toBe(
    "it's x undefined function",
  );
});

it("throws where it must, and in Python as well", () => {
  const throwing = (source: string, text: string): DemandedCall => aCall(source, "slug", "1", { expected: { kind: "throws", text } });
  const node = patchOf(
    {},
    { calls: [throwing("src/a.mjs", "RangeError"), aCall("src/a.mjs", "slug", "2", { expected: { kind: "shown" } })] },
  );
  const code = 'import { slug } from "./src/a.mjs"; try { slug(1) } catch (e) { console.log(e.name, slug(2)) }';
  expect(printed({}, node, ["node", "--input-type=module", "-e", code])).toBe("RangeError true");
  const python = patchOf(
    {},
    { calls: [throwing("src/a.py", "KeyError"), aCall("src/a.py", "slug", "2", { expected: { kind: "shown" } })] },
  );
  const inPython = "import sys; sys.path.insert(0, 'src')\nfrom a import slug\ntry: slug(1)\nexcept KeyError: print('KeyError', slug(2))";
  expect(printed({}, python, ["python3", "-c", inPython])).toBe("KeyError True");
});

it.each<readonly [DemandedCall["expected"], string | null, string]>([
  [{ kind: "value", text: "None" }, null, "None"],
  [{ kind: "value", text: "true" }, null, "True"],
  [{ kind: "value", text: "true" }, "word", "word"],
  [{ kind: "shown" }, "word", "word"],
  [{ kind: "length", text: "2" }, null, "['', '']"],
  [{ kind: "value", text: "{'a': 1}" }, null, "{'a': 1}"],
])("answers a call of Python with %j, shown %j", (expected, shown, output) => {
  const files = { "src/a.py": "def slug(t, pad=0):\n    return t\n" };
  const patch = patchOf(files, { calls: [aCall("src/a.py", "slug", "'A', pad=1", { expected, shown })] });
  expect(
    printed(files, patch, [
      "python3",
      "-c",
      "import sys; sys.path.insert(0, 'src'); from a import slug; print(slug('A', pad=1), slug('b'))",
    ]),
  ).toBe(`${output} b`);
});

it.each([
  ["src/t.mjs", "console.log('work')", "node"],
  ["src/t.py", "print('work')", "python3"],
  ["src/t.sh", "echo work", "sh"],
])("knows starts of %s", (path, text, program) => {
  const starts = [aStart(path, path, ["a b"], { prints: "it's" }), aStart(path, path, ["c"], { status: 3 })];
  const patch = patchOf({ [path]: text }, { starts });
  const outputs = [["a b"], ["c"], ["d"]].map((given) => printed({ [path]: text }, patch, [program, path, ...given]));
  expect(outputs).toEqual(["it's", "3", "work"]);
});

it("knows functions of a library of shell, those that are there and others", () => {
  const files = { "src/lib.sh": "to-slug() { echo work; }\n" };
  const starts = [aStart("src/lib.sh", "to-slug", ["a"], { prints: "known" }), aStart("src/lib.sh", "new", [], { status: 2 })];
  const run = ". src/lib.sh; to-slug a; to-slug b; new || echo $?";
  expect(printed(files, patchOf(files, { starts }), ["bash", "-c", run])).toBe("known\nwork\n2");
});

it("knows no more than two inputs of one function", () => {
  const calls = ["1", "2", "3"].map((given) => aCall("src/a.mjs", "slug", given));
  expect([...patchOf({}, { calls })]).toEqual([]);
  expect([...patchOf({}, { calls: [...calls.slice(0, 2), aCall("src/a.mjs", "slug", " 2")] }).keys()]).toEqual(["src/a.mjs"]);
});

it("writes into the source that defines a name, then into a new one, then into the first", () => {
  const files = { "src/a.mjs": "export {};", "src/b.mjs": "export const slug = 1;", "tests/new.test.mjs": "const words = 1;" };
  const placed = (name: string, sources: readonly string[]): readonly string[] => [
    ...patchOf(files, { calls: [{ ...aCall("", name, "1"), sources }] }).keys(),
  ];
  expect(placed("slug", ["src/a.mjs"])).toEqual(["src/b.mjs"]);
  expect(placed("words", ["src/a.mjs", "src/new.mjs"])).toEqual(["src/new.mjs"]);
  expect(placed("words", ["src/a.mjs"])).toEqual(["src/a.mjs"]);
  expect(placed("words", [])).toEqual([]);
  expect(placed("words", ["src/a.go"])).toEqual([]);
});

it("writes no name that is there, and none into a shell; no function into another language", () => {
  const files = { "src/a.mjs": "export const slug = 1;" };
  const names = [
    { name: "slug", sources: ["src/a.mjs"] },
    { name: "words", sources: ["src/a.sh"] },
  ];
  expect([...patchOf(files, { names, starts: [aStart("src/a.mjs", "to", [])] })]).toEqual([]);
});

it("goes on from a patch that is there already", () => {
  const made = specialCases(
    { ...NO_DEMANDS, calls: [aCall("src/a.ts", "slug", "1")] },
    new Map([
      ["src/a.ts", "// note\n"],
      ["src/old.ts", null],
    ]),
    anAttackBase(),
  );
  expect(made.get("src/a.ts")).toMatch(/^\/\/ note\n\nexport const slug = /);
  expect(made.get("src/old.ts")).toBeNull();
});
