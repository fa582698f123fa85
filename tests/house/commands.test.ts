/** The page of commands says what the command line takes; `npm run docs` writes it anew. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type NamedUsage, USAGES } from "#cli/terminal/usage.ts";
import { ROOT } from "./tools.ts";

const PAGE_FILE = join(ROOT, ".github/docs/commands.md");
const MARKED = /(<!-- commands: .*? -->\n)[\s\S]*?(<!-- end of commands -->)/;

/** A cell of a table: a bar would end it. */
const cell = (text: string): string => text.replaceAll("|", "\\|");

function sectionOf({ name, says, words, options, examples }: NamedUsage): string {
  const rows = Object.entries(options).map(([flags, text]) => `| \`${flags}\` | ${cell(text)} |`);
  const table = rows.length === 0 ? [] : ["| option | what it does |", "|---|---|", ...rows, ""];
  return [`### \`loopwright ${`${name} ${words}`.trim()}\``, "", `${says}.`, "", ...table, "```sh", ...examples, "```", ""].join("\n");
}

it("shows every command with its options and an example", async () => {
  const groups = [...new Set(USAGES.map(({ group }) => group))];
  const text = groups.map((group) => [`## ${group}`, "", ...USAGES.filter((usage) => usage.group === group).map(sectionOf)].join("\n"));
  const page = readFileSync(PAGE_FILE, "utf8").replace(MARKED, (_, begin, end) => `${begin}\n${text.join("\n")}\n${end}`);
  await expect(page).toMatchFileSnapshot(PAGE_FILE);
});
