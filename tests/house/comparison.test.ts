/** The page that holds us beside other tools leaves no "no" of ours without its reason. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./tools.ts";

const PAGE = readFileSync(join(ROOT, ".github/docs/comparison.md"), "utf8");
const TOOLS = ["Renovate", "release-please", "claude-code-action", "gh-aw", "Copilot"];
const HEAD = `| convention | ${TOOLS.join(" | ")} | here | why |`;

/** Rows of a page's tables of conventions, by their cells. */
function rowsIn(page: string): readonly (readonly string[])[] {
  const tables = page.split(HEAD).slice(1);
  return tables.flatMap((table) => {
    const [, ...rows] = table.trimStart().split("\n\n", 1)[0]?.split("\n") ?? [];
    return rows.map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  });
}

/** What is wrong with a row: a word that has no meaning here, or a reason that is missing. */
function faultIn([convention = "", ...cells]: readonly string[]): string | null {
  const [ours = "", why = ""] = cells.slice(TOOLS.length);
  const words = cells.slice(0, TOOLS.length);
  if (cells.length !== TOOLS.length + 2 || !words.every((word) => /^(?:yes|partly|no|\?|–)$/.test(word))) return `cells: ${convention}`;
  if (!/^(?:yes|partly|no)$/.test(ours)) return `ours: ${convention}`;
  return ours === "yes" || why.length > 10 ? null : `no reason: ${convention}`;
}

it("has thirty conventions or more, each against all five tools, and a reason for each that does not hold here", () => {
  const rows = rowsIn(PAGE);
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.map(faultIn).filter((fault) => fault !== null)).toEqual([]);
  expect(new Set(rows.map(([convention]) => convention)).size).toBe(rows.length);
});

it("sees a row without a reason, and one with too few cells", () => {
  const row = "| A thing | yes | no | – | ? | partly | no | |";
  expect(rowsIn(`${HEAD}\n|---|\n${row}\n\n`).map(faultIn)).toEqual(["no reason: A thing"]);
  expect(rowsIn(`${HEAD}\n|---|\n| A thing | yes | no | |\n\n`).map(faultIn)).toEqual(["cells: A thing"]);
});
