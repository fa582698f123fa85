/** Which files a text names. */
import { expect, it } from "vitest";
import { filesNamedIn } from "#core/analysis/source/named-paths.ts";

const TREE = new Set([
  "Makefile",
  "ci/run.sh",
  "ci/assert.sh",
  "tests/support/setup.mjs",
  "tools/run/__init__.py",
  "tools/check.py",
  "lib/index.js",
]);

it.each<[text: string, from: string, named: readonly string[]]>([
  ["sh ci/run.sh --fast", "", ["ci/run.sh"]],
  ["make -f Makefile test", "", ["Makefile"]],
  ["node --import=./tests/support/setup.mjs --test", "", ["tests/support/setup.mjs"]],
  [". ./assert.sh\n. ../Makefile", "ci/run.sh", ["ci/assert.sh", "Makefile"]],
  ['import "../support/setup";', "tests/unit/a.test.mjs", ["tests/support/setup.mjs"]],
  ["python -m tools.check && python -m tools.run", "", ["tools/check.py", "tools/run/__init__.py"]],
  ['{ "main": "lib" }', "package.json", ["lib/index.js"]],
  ["../../../etc/passwd ../ci/run.sh", "ci/run.sh", ["ci/run.sh"]],
  ["nothing here, nor a/b", "x/y/z", []],
])("%j in %j names %j", (text, from, named) => {
  expect([...filesNamedIn(text, from, (path) => TREE.has(path))].sort()).toEqual([...named].sort());
});
