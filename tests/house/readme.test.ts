/** The README shows the workflow as it was tested, and no document names a command or a file that is not there. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { ROOT } from "./tools.ts";

const DOCUMENTS = [
  "README.md",
  "src/README.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
  ".github/docs/zero-server.md",
  ".github/docs/hosting.md",
  ".github/docs/checks-start.md",
  ".github/docs/first-hour.md",
  ".github/docs/backtest.md",
  ".github/docs/refused.md",
  ".github/docs/configuration.md",
];
const README = read("README.md");

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

it("shows the workflow file as it was tested", () => {
  const [, shown] = /<!-- workflow: .*? -->\n\n```yaml\n([\s\S]*?)```\n\n<!-- end of workflow -->/.exec(README) ?? [];
  expect(shown).toBe(read(".github/docs/loopwright.yml"));
});

it.each(DOCUMENTS)("%s names only scripts of package.json", (document) => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
  const named = [...read(document).matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(DOCUMENTS)("%s links only to files that are there", (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
});

it("names beside each promise of SECURITY.md a test that is there", () => {
  const [, promises = ""] = /## What we promise\n([\s\S]*?)\n## /.exec(read(".github/SECURITY.md")) ?? [];
  const lines = promises.split("\n").filter((line) => line.startsWith("- "));
  expect(lines.length).toBeGreaterThan(10);
  const named = lines.map((line) => [...line.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, path = ""]) => path));
  expect(lines.filter((_, index) => named[index]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
