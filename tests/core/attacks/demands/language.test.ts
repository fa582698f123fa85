/** The language of a file: by its ending, then by the interpreter that it names. */
import { expect, it } from "vitest";
import { attackLanguageOf } from "#core/attacks/demands/language.ts";

it.each([
  ["src/a.ts", "", "javascript"],
  ["a.PY", "", "python"],
  ["lib/a.bash", "", "shell"],
  ["a.go", "", "go"],
  ["a.cpp", "", "c"],
  ["bin/tool", "#!/usr/bin/env node\n", "javascript"],
  ["bin/tool", "#!/usr/bin/python3\n", "python"],
  ["bin/tool", "#!/bin/sh -e\n", "shell"],
  ["bin/tool", "#!/usr/bin/env ruby\n", "ruby"],
  ["bin/tool", "#!/usr/bin/perl\n", "perl"],
  ["README.md", "node\n", null],
  ["bin/tool", "", null],
])("%s with %j is %s", (path, text, language) => {
  expect(attackLanguageOf(path, text)).toBe(language);
});
