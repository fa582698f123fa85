import { expect, it } from "vitest";
import { type ListedIssue, relatedIssuesOf } from "#core/planning/related-issues.ts";
import { relevantPaths } from "#core/planning/relevant-files.ts";

const ISSUE = { number: 7, title: "Split drops fields (#3)", body: "See #12, not abc#4 or #99." };
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
  const tracker = relatedIssuesOf(ISSUE, [...all, neighbour(6, { open: false, labels: ["blocked"] })]);
  expect(Object.entries(tracker).map(([name, found]) => [name, numbers(found)])).toEqual([
    ["linked", [3, 12]],
    ["blocked", [5]],
    ["open", [4]],
    ["recent", [6]],
  ]);
});

it("keeps at most five of each, the newest [S0.12]", () => {
  const all = Array.from({ length: 20 }, (_, index) => neighbour(100 + index));
  expect(numbers(relatedIssuesOf(ISSUE, all).open)).toEqual([100, 101, 102, 103, 104]);
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
