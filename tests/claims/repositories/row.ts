/** The table of real repositories: what each row says, and what is wrong with a table. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse, stringify } from "yaml";
import * as z from "zod";

/** A repository at one commit, and what was found without any configuration. Seconds. */
const Row = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** That of most of its sources. */
  language: z.string(),
  green: z.boolean(),
  setup: z.array(z.string()),
  test: z.string().nullable(),
  /** How many tests the output names; 0 where it names none. */
  names: z.int().min(0),
  seconds: z.strictObject({ setup: z.number(), test: z.number() }),
  /** Of one that is not green: the reason in a sentence, and what a person would write into the configuration. */
  why: z.string().min(20).optional(),
  configuration: z.string().min(10).optional(),
});
export type Row = z.infer<typeof Row>;

const TABLE = resolve("tests/claims/repositories/table.yaml");

const HEAD = `# Real public repositories, set up and tested without any configuration. Written by
# \`npm run repositories -- <folder of clones> --table\`; \`why\` and \`configuration\` of those that are not green by people.
# On the machine where this was written Python's, Rust's, PHP's, Perl's, Ruby's and Elixir's registries could not be
# reached, npm's was a mirror, and the commands ran without a sandbox: that mirror is no public address.
`;

/** The rows of the table, in their order. Throws where it is no table. */
export function readTable(): readonly Row[] {
  return z.array(Row).parse(parse(readFileSync(TABLE, "utf8")) ?? []);
}

/** Puts the rows into the table, in the place of those of the same repositories. What people wrote is kept. */
export function writeTable(rows: readonly Row[]): void {
  const known = new Map(readTable().map((row) => [row.repository, row]));
  for (const row of rows) {
    const { why, configuration } = known.get(row.repository) ?? {};
    const said = row.green ? {} : { ...(why && { why }), ...(configuration && { configuration }) };
    known.set(row.repository, { ...row, ...said });
  }
  const sorted = [...known.values()].sort((a, b) => (a.repository < b.repository ? -1 : 1));
  writeFileSync(TABLE, `${HEAD}${stringify(sorted, { lineWidth: 0 })}`);
}

const LEAST = { repositories: 40, languages: 9, green: 36 };

/** What keeps a table from showing what it is kept for; empty for a good one. */
export function faultsOf(rows: readonly Row[]): readonly string[] {
  const green = rows.filter((row) => row.green);
  const counts = {
    repositories: new Set(rows.map(({ repository }) => repository)).size,
    languages: new Set(green.map(({ language }) => language)).size,
    green: green.length,
  };
  return [
    ...(["repositories", "languages", "green"] as const)
      .filter((what) => counts[what] < LEAST[what])
      .map((what) => `${counts[what]} ${what}, at least ${LEAST[what]} are needed`),
    ...(counts.repositories === rows.length ? [] : ["a repository stands there twice"]),
    ...green.filter(({ test }) => test === null).map(({ repository }) => `${repository} is green without a test`),
    ...rows
      .filter((row) => !row.green && (row.why === undefined || row.configuration === undefined))
      .map(({ repository }) => `${repository} is not green, and nothing says why or what a person would write`),
  ];
}
