/** What a command looks for: a text in files, and the output that another command must have. */
import { expect, it } from "vitest";
import { type ShellCommand, shellCommands } from "#core/attacks/demands/shell-commands.ts";
import { exampleOf, expectedOutput, searchOf } from "#core/attacks/demands/sought-text.ts";

const wordsOf = (text: string): readonly string[] => (shellCommands(text)[0] as ShellCommand).words;

it.each([
  ["grep -q 'fold accents' README.md", "fold accents", ["README.md"], false],
  ["! grep TODO src", "TODO", ["src"], true],
  ["git grep -L var -- src", "var", ["src"], true],
  ["grep -v x a", "x", ["a"], true],
  ["grep -e 'a b' -m 1 a.md b.md", "a b", ["a.md", "b.md"], false],
  ["grep --regexp x a.md", "x", ["a.md"], false],
  ["grep -F 'a.*(b)' a.md", "a.*(b)", ["a.md"], false],
  ["grep -E '(one|two) +x' a.md", "one x", ["a.md"], false],
  ["grep 'f(x) \\(a\\|b\\)' a.md", "f(x) a", ["a.md"], false],
  ["rg 'a|b' src", "a", ["src"], false],
])("%s looks for %j", (text, sought, places, isAbsent) => {
  expect(searchOf(wordsOf(text))).toEqual({ text: sought, places, isAbsent });
});

it.each(["node a.js", "echo grep a", "grep", "grep -e"])("%s looks for nothing", (text) => {
  expect(searchOf(wordsOf(text))).toBeNull();
});

it.each([
  ["^a\\sb$", "a b"],
  ["\\bslug\\(.*\\)", "slug()"],
  ["v[0-9]+\\.\\d", "v1.1"],
  ["[a-z]+: \\w+", "a: a"],
  ["[xyz]*[[:space:]]+c?", "x c"],
  ["cost: \\$", "cost: $"],
])("an example of %s is %j", (pattern, example) => {
  expect(exampleOf(pattern)).toBe(example);
});

it.each<readonly [string, number, string | null, string | null]>([
  ['[ "$(slug A)" = "a" ]', 1, null, "a"],
  ['test "a" == "$(slug A)"', 1, null, "a"],
  ['out=$(slug A); [ "$out" = a ]', 2, null, "a"],
  [`out=$(slug A); [ a = "\${out}" ]`, 2, null, "a"],
  ["out=$(slug A); echo \"$out\" | grep -q 'a b'", 3, null, "a b"],
  ['out=$(slug A); echo "$out"', 2, "word", "word"],
  ['out=$(slug A); echo "$out" | cat', 3, null, null],
  ['[ "$(slug A)" =', 1, "word", "word"],
  ['= "$(slug A)"', 1, "word", "word"],
  ["slug A | grep -q ok", 0, "word", "ok"],
  ["slug A | grep -qv bad", 0, "word", "-"],
  ["slug A | cat", 0, "word", "word"],
  ["slug A", 0, "word", "word"],
  ["slug A", 0, null, null],
])("of %s, command %i must print %j or %j", (text, at, prints, expected) => {
  const all = shellCommands(text);
  expect(expectedOutput(all[at] as ShellCommand, all, prints)).toBe(expected);
});
