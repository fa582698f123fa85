import { expect, it } from "vitest";
import { looseYaml } from "#agent/specs/yaml-file.ts";

const bomb = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...["b a", "c b", "d c", "e d"].map((pair) => `${pair[0]}: &${pair[0]} [${`*${pair[2]}, `.repeat(9)}]`),
].join("\n");

it.each([
  ["on: push\njobs: { test: { steps: [{ run: make }] } }", { on: "push", jobs: { test: { steps: [{ run: "make" }] } } }],
  ["a: [", null],
  ["a: *nowhere", null],
  [bomb, null],
  ["", null],
])("reads %j as far as it can be read", (text, value) => {
  expect(looseYaml(text)).toEqual(value);
});
