/** No proof is left out: what has a long form is played in it, and what the lists name is there. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SHORTENED, SLOW } from "./proofs.ts";
import { ROOT } from "./tools.ts";

const LISTED = [...SLOW, ...SHORTENED];

const TESTS = readdirSync(join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => ({ path: `tests/${name}`, text: readFileSync(join(ROOT, "tests", name), "utf8") }));

/** The tests with a long form, by what they import. */
function withLongForm(tests: typeof TESTS): readonly string[] {
  return tests.filter(({ text }) => /^import .*house\/proofs\.ts";$/m.test(text)).map(({ path }) => path);
}

function unplayed(tests: typeof TESTS): readonly string[] {
  return withLongForm(tests).filter((path) => !LISTED.some((listed) => path.startsWith(listed)));
}

it("plays the long form of every proof that has one", () => {
  expect(withLongForm(TESTS).length).toBeGreaterThan(5);
  expect(unplayed(TESTS)).toEqual([]);
});

it("notices a long form that nothing plays", () => {
  const path = "tests/core/new.test.ts";
  expect(unplayed([{ path, text: 'import { LONG } from "../house/proofs.ts";\n' }])).toEqual([path]);
});

it.each(LISTED)("%s is there", (path) => {
  expect(statSync(join(ROOT, path)).isDirectory()).toBe(path.endsWith("/"));
});
