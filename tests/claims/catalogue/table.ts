/** The catalogue as tables: for a terminal, for the docs, and the cases that need GitHub itself for the security policy. */
import { withBlock } from "../command.ts";
import { type Book, groupOf, LATER, type Row } from "./row.ts";

const GROUPS: Readonly<Record<string, string>> = {
  AUTH: "Who may what",
  CMD: "Commands in comments",
  INJ: "Strangers' text",
  FS: "File tools",
  EX: "Commands and the sandbox",
  GIT: "Git",
  NET: "Pages and the network",
  OUT: "What is written to GitHub",
  RH: "Honest gates",
  SC: "Supply chain",
  WH: "Webhooks",
  RACE: "Races",
  ST: "State",
  LLM: "The model's API",
  API: "GitHub's API",
  CR: "Crashes",
  LIFE: "Lives of issues",
  STOP: "Stopping",
  LIM: "Limits",
  OBS: "Being observed",
};

const COLUMNS = ["proven", "not applicable", "live GitHub", "later", "open"] as const;

type Counts = readonly number[];

/** The counts of a group in the order of `COLUMNS`. */
function countsOf(group: string, { rows, levels }: Pick<Book, "rows" | "levels">): Counts {
  const own = rows.filter(({ id }) => groupOf(id) === group);
  const count = (status: Row["status"]): number => own.filter((row) => row.status === status).length;
  const all = [...levels.keys()].filter((id) => groupOf(id) === group).length;
  const later = LATER.has(group) ? all - own.length : 0;
  return [count("proven"), count("inapplicable"), count("live"), later, count("open")];
}

function lines(book: Pick<Book, "rows" | "levels">): readonly (readonly [string, Counts])[] {
  const of = Object.entries(GROUPS).map(([group, name]) => [`${group}: ${name}`, countsOf(group, book)] as const);
  const sum = COLUMNS.map((_, column) => of.reduce((total, [, counts]) => total + (counts[column] ?? 0), 0));
  return [...of, ["All", sum] as const];
}

/** One line a group, for a terminal. */
export function linesOf(book: Pick<Book, "rows" | "levels">): readonly string[] {
  return lines(book).map(([name, counts]) => {
    const parts = COLUMNS.map((column, index) => `${String(counts[index]).padStart(3)} ${column}`);
    return `${name.padEnd(34)}${parts.join("  ")}`;
  });
}

const BLOCK = ["<!-- catalogue: written by `npm run catalogue -- --table` -->", "<!-- end of catalogue -->"] as const;

/** A page with its block written anew. Throws where the marks are missing. */
export function withTable(page: string, book: Pick<Book, "rows" | "levels">): string {
  const head = `| | ${COLUMNS.join(" | ")} |\n|---|${"---:|".repeat(COLUMNS.length)}`;
  return withBlock(page, BLOCK, [head, ...lines(book).map(([name, counts]) => `| ${name} | ${counts.join(" | ")} |`)].join("\n"));
}

const POLICY = ["<!-- live cases: written by `npm run catalogue -- --table` -->", "<!-- end of live cases -->"] as const;

/** The security policy with its list of what must be tried on GitHub itself. Throws where the marks are missing. */
export function withLiveCases(policy: string, rows: readonly Row[]): string {
  const live = rows.filter((row) => row.status === "live");
  return withBlock(policy, POLICY, live.map(({ id, says, how }) => `- **${id}** ${says}. ${how}`).join("\n"));
}

/** One line a row: what it says and where it is proven, or why not. */
export function lineOf(row: Row): string {
  return `${row.id.padEnd(8)}${row.status.padEnd(13)}${row.says}  [${whereOf(row)}]`;
}

function whereOf(row: Row): string {
  if (row.status === "proven") return row.test;
  return row.status === "live" ? row.how : row.why;
}
