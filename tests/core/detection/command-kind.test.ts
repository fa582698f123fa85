import { expect, it } from "vitest";
import { kindOf, namingTests } from "#core/detection/command-kind.ts";

it.each([
  [
    "test",
    "ava",
    "mocha test/*.js",
    "c8 tape test.js",
    "node --test",
    "node --import tsx --test a",
    "node test/index.js",
    "node test",
    "pytest -q",
  ],
  [
    "test",
    "go test ./...",
    "cargo test",
    "make check",
    "make -j2 V=1 test",
    "ctest",
    "mvn -B verify",
    "./gradlew --info test",
    "rake spec",
    "bun test",
  ],
  ["lint", "xo", "eslint .", "npx prettier --check .", "cargo clippy", "npm audit", "mix format"],
  ["types", "tsd", "tsc --noEmit", "tsc -p . --noEmit", "mypy src", "python -m mypy ."],
  ["build", "tsc", "tsc -b", "rollup -c", "make", "cmake -B build", "./configure", "go build ./..."],
  ["script", "./run-tests.sh", "bash tests/all.sh", "sh ./check.sh", "python3 run_tests.py"],
  ["other", "rm -rf dist", "echo hi", "node scripts/latest.js", "node build.js", "test -f a.sh", "mkdir tests/a", ""],
])("knows what is %s", (kind, ...commands) => {
  expect(commands.map((command) => [command, kindOf(command)])).toEqual(commands.map((command) => [command, kind]));
});

it.each([
  ["jest", "jest --verbose"],
  ["jest --verbose --ci", "jest --verbose --ci"],
  ["cross-env A=1 vitest run", "cross-env A=1 vitest run --reporter=verbose"],
  ["tape test/*.js | tap-spec", "tape test/*.js"],
  ["ava", "ava --tap"],
  ["python -m pytest", "python -m pytest -v"],
  ["node --test", "node --test"],
])("lets %j name its tests", (command, naming) => {
  expect(namingTests(command)).toBe(naming);
});
