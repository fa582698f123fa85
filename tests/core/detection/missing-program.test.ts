import { expect, it } from "vitest";
import { missingProgram } from "#core/detection/missing-program.ts";

it.each([
  ["sh: 1: phpunit: not found", 127, "phpunit"],
  ["/bin/sh: 1: ./gradlew: not found", 127, "./gradlew"],
  ["bash: line 1: cargo: command not found", 127, "cargo"],
  ["npm warn x\nsh: mocha: not found\nnpm error", 127, "mocha"],
  ["sh: 1: first: not found\nsh: 1: last: not found", 127, "last"],
  ["module x: not found", 1, null],
  ["gone", 127, null],
  ["killed: not found", null, null],
])("reads %j, exit code %j", (stderr, exitCode, name) => {
  expect(missingProgram({ exitCode, stderr })).toBe(name);
});
