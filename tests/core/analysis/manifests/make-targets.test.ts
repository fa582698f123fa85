/** Of a Makefile: a target more, which nothing else names, steers no test. */
import { expect, it } from "vitest";
import { addsTargetsOnly } from "#core/analysis/manifests/make-targets.ts";

const BASE = "CC = cc\n\ntest: build\n\tnpm test\n\nbuild:\n\tnpm run build\n";

it.each([
  ["a target", "\ndocs:\n\ttypedoc\n"],
  ["a target that needs others", "docs: build README.md\n\ttypedoc\n\n# and this\nclean:\n\trm -rf dist\n"],
  ["a target that is no file", ".PHONY: docs\ndocs:\n\ttypedoc\n"],
  ["nothing", ""],
])("takes %s at its end for the same [RH-05]", (_, added) => {
  expect(addsTargetsOnly(BASE, BASE + added)).toBe(true);
});

it.each([
  ["a target that is there already", "test:\n\ttrue\n"],
  ["one that another names", "dist:\n\ttrue\n", "test: dist\n\tnpm test\n"],
  ["a line for the rule above", "\t-true\n"],
  ["a variable", "SHELL = /bin/true\n"],
  ["a variable of a target", "docs: SHELL = /bin/true\n"],
  ["a pattern", "%: docs\n\ttrue\n"],
  ["another file", "include docs.mk\n"],
  ["a function", "docs: $(shell true)\n"],
  ["a special target", ".IGNORE:\n"],
  ["a line that goes on", "docs:\n\ttrue \\\nSHELL = /bin/true\n"],
  ["what an open line goes on with", "docs:\n", "test:\n\tnpm test \\\n"],
  ["a line that is not ended", "docs:\n", "test:\n\tnpm test"],
])("finds %s [RH-05]", (_, added, before = BASE) => {
  expect(addsTargetsOnly(before, before + added)).toBe(false);
});

it("finds what is no longer there [RH-05]", () => {
  expect(addsTargetsOnly(BASE, `${BASE.replace("npm test", "true")}docs:\n`)).toBe(false);
});
