import fc from "fast-check";
import { expect, it } from "vitest";
import { TEST_GLOBS } from "#core/config/config.ts";
import { ruleOnBase } from "#core/iteration/red-on-base.ts";

const FILES = { paths: ["src/parse.js", "test/parse.test.js", "README.md", "packages/a/test/a.test.js", "run.sh"], tests: TEST_GLOBS };
const RED = { id: "a.x.y", verdict: "fail" as const, details: "exit code 1", evidence: [] };

it.each([
  "node --test test/round-trip.test.js",
  "node --test ./test/round-trip.test.js",
  "python3 -m pytest tests/test_a.py::TestA::test_b",
  "rspec spec/a_spec.rb:12",
  "grep -q doubled 'docs/quotes.md'",
  "test -f CHANGES.md",
  "node --test --import=./test/hooks.mjs test/parse.test.js",
  "node src/new.js && grep -q x README.md",
  "pytest tests/unit",
])("cannot tell what is red only because a file is missing: %s", (run) => {
  const { verdict, details } = ruleOnBase({ result: RED, run, couldRun: true }, FILES).result;
  expect(verdict).toBe("na");
  expect(details).toMatch(/^cannot tell: \S+ is not on the base: exit code 1$/);
});

it.each([
  "node --test test/parse.test.js",
  "node --test test/",
  "node --test 'test/*.test.js'",
  "node --test",
  "go test ./...",
  "node --input-type=module -e 'import { parse } from \"./src/new.js\"; parse()'",
  "grep -q 1.5 README.md",
  "node src/parse.js > out.txt 2>/dev/null",
  "npm run build && node dist/cli.mjs",
  "node node_modules/x/bin.js",
  "cd packages/a && node --test test/a.test.js",
  "sh run.sh https://example.com/a.json $HOME/a.json ../a.json",
])("lets red be red where nothing that it names is missing: %s", (run) => {
  expect(ruleOnBase({ result: RED, run, couldRun: true }, FILES).result).toEqual(RED);
});

it("cannot tell what could not run, and never takes green back", () => {
  expect(ruleOnBase({ result: RED, run: "false", couldRun: false }, FILES).result).toMatchObject({
    verdict: "na",
    details: "cannot tell: the command cannot run on the base: exit code 1",
  });
  const green = { ...RED, verdict: "pass" as const };
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (run, couldRun) => {
      expect(ruleOnBase({ result: green, run, couldRun }, FILES).result).toEqual(green);
      expect(["fail", "na"]).toContain(ruleOnBase({ result: RED, run, couldRun }, FILES).result.verdict);
    }),
  );
});
