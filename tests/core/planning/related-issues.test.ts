import { expect, it } from "vitest";
import { type ListedIssue, numbersNamedIn, numbersToAskFor, relatedIssuesOf } from "#core/planning/related-issues.ts";
import { relevantPaths } from "#core/planning/relevant-files.ts";

const ISSUE = { number: 7 };
const NAMED = new Set([3, 12, 99]);
const ADDRESS = "https://github.com/Acme/split";
const neighbour = (number: number, more: Partial<ListedIssue> = {}): ListedIssue => ({
  number,
  title: `issue ${number}`,
  open: true,
  isPullRequest: false,
  labels: [],
  ...more,
});
const numbers = (all: readonly ListedIssue[]): readonly number[] => all.map(({ number }) => number);

it("sorts what the tracker holds into linked, blocked, open and recent, each once [S0.12, M0.03]", () => {
  const blocked = neighbour(12, { labels: ["Blocked: upstream"] });
  const all = [
    neighbour(7),
    neighbour(3, { open: false }),
    blocked,
    neighbour(4, { labels: ["unblocked"] }),
    neighbour(5, { labels: ["blocked"] }),
  ];
  const tracker = relatedIssuesOf(ISSUE, [...all, neighbour(6, { open: false, labels: ["blocked"] })], NAMED);
  expect(Object.entries(tracker).map(([name, found]) => [name, numbers(found)])).toEqual([
    ["linked", [3, 12]],
    ["blocked", [5]],
    ["open", [4]],
    ["recent", [6]],
  ]);
});

it("keeps at most five of each, the newest [S0.12]", () => {
  const all = Array.from({ length: 20 }, (_, index) => neighbour(100 + index));
  expect(numbers(relatedIssuesOf(ISSUE, all, NAMED).open)).toEqual([100, 101, 102, 103, 104]);
});

it.each([
  { text: "#3 (#12), [#5]; see:#6 and GH-8", numbers: [3, 12, 5, 6, 8] },
  { text: "acme/split#4, Acme/Split#9, not other/split#5, abc#6, a#7 or acme/split/x#8", numbers: [4, 9] },
  { text: "https://github.com/acme/SPLIT/issues/41 and https://github.com/acme/split/pull/42#issuecomment-1", numbers: [41, 42] },
  { text: "https://github.com/acme/split2/issues/4 https://evil.example/acme/split/issues/5", numbers: [] },
  { text: "#1234567890 #x https://github.com/acme/split/issues/x", numbers: [] },
])("finds what a text names in this repository: $text [S0.12]", ({ text, numbers: expected }) => {
  expect([...numbersNamedIn(text, ADDRESS)].sort((a, b) => expected.indexOf(a) - expected.indexOf(b))).toEqual(expected);
});

it("asks for the first five that are named and not listed, and never for the issue itself [S0.12]", () => {
  const named = new Set([0, 7, 3, 21, 22, 23, 24, 25, 26]);
  expect(numbersToAskFor(ISSUE, [neighbour(3)], named)).toEqual([21, 22, 23, 24, 25]);
  expect(numbersToAskFor(ISSUE, [neighbour(3)], new Set([3, 7]))).toEqual([]);
});

it("finds the files that an issue names, then those that its words lead to, at most ten [S0.12]", () => {
  const paths = ["README.md", "src/splitLine.ts", "src/format.ts", "docs/split.md", "test/split.test.ts"];
  expect(relevantPaths("split drops empty fields; look at src/format.ts", paths)).toEqual([
    "src/format.ts",
    "docs/split.md",
    "src/splitLine.ts",
    "test/split.test.ts",
  ]);
  expect(relevantPaths("nothing of the kind", paths)).toEqual([]);
  expect(relevantPaths("ab", ["?", "a"])).toEqual([]);
  expect(
    relevantPaths(
      "parser",
      Array.from({ length: 30 }, (_, index) => `parser/${index}.c`),
    ),
  ).toHaveLength(10);
});

it("is no slower for a long issue, and puts equal paths in one order [S0.12]", () => {
  expect(relevantPaths(`${"word ".repeat(20_000)} alpha`, ["b/alpha.c", "a/alpha.c"])).toEqual(["a/alpha.c", "b/alpha.c"]);
});
