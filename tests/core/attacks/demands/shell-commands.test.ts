/** Simple commands in a line of shell, with those of substitutions and of shells that it starts. */
import { expect, it } from "vitest";
import { type ShellCommand, shellCommands } from "#core/attacks/demands/shell-commands.ts";

const wordsIn = (text: string): readonly (readonly string[])[] => shellCommands(text).map(({ words }) => words);

it.each<readonly [string, readonly (readonly string[])[]]>([
  ['node a.js \'b c\' "d \\" e" f\\ g', [["node", "a.js", "b c", 'd " e', "f g"]]],
  ["a && b || c; d & (e)\nf", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
  ["a > out.txt 2>&1 < in.txt b", [["a", "2", "1", "b"]]],
  ['a \\\nb "c\\\nd"', [["a", "b", "cd"]]],
  ["sh -c 'a b && c'", [["sh", "-c", "a b && c"], ["a", "b"], ["c"]]],
  ["bash -ec", [["bash", "-ec"]]],
  ["bash a.sh", [["bash", "a.sh"]]],
  [
    "echo '$(a)' $((1 + 2))",
    [
      ["echo", "$(a)", "$"],
      ["1", "+", "2"],
    ],
  ],
  ["", []],
])("reads %j", (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

it("says what stands for the output of a substitution", () => {
  const [test, first, second] = shellCommands('test "$(node a.js "(" \'(\' \\( (x))" = "$(b)"') as readonly ShellCommand[];
  expect(first).toMatchObject({ words: ["node", "a.js", "(", "(", "("], output: test?.words[1] });
  expect(
    shellCommands('[ "$(a)" = "$(b)" ]').map(({ words, output }) => [words.join(" ").replaceAll("\u0001", "^"), output?.slice(1)]),
  ).toEqual([
    ["[ ^s0 = ^s1 ]", undefined],
    ["a", "s0"],
    ["b", "s1"],
  ]);
  expect(second).toBeDefined();
});

it("reads a substitution that is not closed, and one in another, to a depth", () => {
  expect(wordsIn("a $(b")).toEqual([["a", "\u0001s0"], ["b"]]);
  expect(wordsIn("$(a $(b))").map((words) => words[0])).toEqual(["\u0001s0", "a", "b"]);
  expect(wordsIn(`${"$(a ".repeat(20)}b`)).toHaveLength(7);
  expect(wordsIn('a "b')).toEqual([["a", "b"]]);
});

it("says which command an output is piped into", () => {
  expect(shellCommands("a | b c; d").map(({ into }) => into)).toEqual([["b", "c"], null, null]);
});

it("gives a command its here-documents, also in a substitution", () => {
  const text = "python3 - <<'EOF' && b\nimport a\nEOF\ncat <<-END\n\tx\n\tEND\nc";
  expect(shellCommands(text).map(({ words, codes }) => [words[0], ...codes])).toEqual([
    ["python3", "import a"],
    ["b"],
    ["cat", "\tx"],
    ["c"],
  ]);
  const inner = shellCommands('test "$(node - <<EOF\nf(1)\nEOF\n)" = 2');
  expect(inner.map(({ words, codes }) => [words[0], ...codes])).toEqual([["test"], ["node", "f(1)"]]);
  expect(shellCommands("a <<EOF\nopen").map(({ codes }) => codes)).toEqual([[]]);
});
