/** The README is short and shows the workflow as it was tested; no document names a command, a file or a heading that is not there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { USAGES } from "#cli/terminal/usage.ts";
import { ROOT } from "./tools.ts";

const PAGES = readdirSync(join(ROOT, ".github/docs")).filter((name) => name.endsWith(".md"));
const DOCUMENTS = [
  ...["README.md", "src/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", ".github/CODE_OF_CONDUCT.md"],
  ...PAGES.map((name) => `.github/docs/${name}`),
];
const README = read("README.md");

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

it("is read in a few minutes", () => {
  expect(Buffer.byteLength(README)).toBeLessThanOrEqual(9 * 1024);
});

it("has an index of all pages", () => {
  const index = read(".github/docs/README.md");
  expect(PAGES.filter((name) => name !== "README.md" && !index.includes(`](${name})`))).toEqual([]);
});

it("shows the workflow file as it was tested", () => {
  const [, shown] = /<!-- workflow: .*? -->\n\n```yaml\n([\s\S]*?)```\n\n<!-- end of workflow -->/.exec(README) ?? [];
  expect(shown).toBe(read(".github/docs/loopwright-short.yml"));
});

it.each(DOCUMENTS)("%s names only scripts of package.json", (document) => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
  const named = [...read(document).matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(DOCUMENTS)("%s names only commands that there are", (document) => {
  const known = new Set(USAGES.map(({ name }) => name));
  const named = [...read(document).matchAll(/`loopwright ([a-z-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

/** What GitHub makes of a heading: https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links */
function anchorsIn(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"));
}

/** The links of a document that lead nowhere: to a file that is not there, or to a heading that its file does not have. */
function deadLinks(document: string, text: string): readonly string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link).filter((link) => !/^[a-z]+:/.test(link));
  return links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? document : join(dirname(document), path);
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && !anchorsIn(file === document ? text : read(file)).includes(anchor);
  });
}

it.each(DOCUMENTS)("%s links only to what is there", (document) => {
  expect(deadLinks(document, read(document))).toEqual([]);
});

it("finds a link that leads nowhere", () => {
  const text =
    "# One\n[a](#one) [b](#two) [c](src/nothing.md) [d](src/README.md#the-idea) [e](src/README.md#no-idea) [f](https://x.example)\n";
  expect(deadLinks("README.md", text)).toEqual(["#two", "src/nothing.md", "src/README.md#no-idea"]);
});

it("names beside each promise of SECURITY.md a test that is there", () => {
  const [, promises = ""] = /## What we promise\n([\s\S]*?)\n## /.exec(read(".github/SECURITY.md")) ?? [];
  const lines = promises.split("\n").filter((line) => line.startsWith("- "));
  expect(lines.length).toBeGreaterThan(10);
  const named = lines.map((line) => [...line.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, path = ""]) => path));
  expect(lines.filter((_, index) => named[index]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
