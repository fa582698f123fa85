/** `loopwright gate` on trees that somebody made to break it: each ends with words and an exit code, never with a stack trace (W8). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitOf, entriesOf, type RawEntry, rawTree, stored } from "../raw-tree.ts";
import { ALIAS, aStage, leftIn, type Stage, whole } from "../stage.ts";

let stage: Stage;
let plan: string;
let base: string;

beforeAll(async () => {
  stage = await aStage();
  await stage.run("new", stage.issue, "--yes");
  plan = join(stage.repository.home, "plan.json");
  writeFileSync(plan, (await stage.run("status", "--plan", "--run", ALIAS)).out);
  base = stage.repository.git("rev-parse", "main");
});
afterAll(() => stage.close());

const ABSENT = "1234567890123456789012345678901234567890";
const blob = (content: string | Buffer = "x\n"): string => stored(stage.repository, "blob", content);
const tree = (...entries: readonly RawEntry[]): string => rawTree(stage.repository, entries);
const file = (name: string | Buffer, id = blob(), mode: RawEntry["mode"] = "100644"): RawEntry => ({ mode, name, id });
const folder = (name: string, id: string): RawEntry => ({ mode: "40000", name, id });

/** A file below so many folders of one name. */
function deep(levels: number, name: string): RawEntry {
  let inner = tree(file("x"));
  for (let level = 1; level < levels; level += 1) inner = tree(folder(name, inner));
  return folder(name, inner);
}

/** So many folders of so many each, and so on: few objects, and 10 to the power of the levels files. */
function bomb(levels: number): RawEntry {
  let inner = tree(...Array.from({ length: 10 }, (_, at) => file(`f${at}`)));
  for (let level = 1; level < levels; level += 1) inner = tree(...Array.from({ length: 10 }, (_, at) => folder(`d${at}`, inner)));
  return folder("bomb", inner);
}

interface Case {
  readonly what: string;
  readonly says: RegExp;
  readonly entries: () => readonly RawEntry[];
}

const CHARACTER = /the path holds a control, invisible, bidirectional or broken character/;
const UNREADABLE = /git ls-tree .* ended with/;

const CASES: readonly Case[] = [
  { what: "a line break in a name", says: CHARACTER, entries: () => [file("a\nb.js")] },
  { what: "a tab and quotes in a name", says: CHARACTER, entries: () => [file("a\t\"b'.js")] },
  { what: "a name that is not UTF-8", says: /its name is not UTF-8/, entries: () => [file(Buffer.from([0x66, 0xff, 0x2e, 0x6a, 0x73]))] },
  { what: "escape sequences in a name", says: /the path holds a control/, entries: () => [file("\u001b]0;x\u0007\u001b[31m.js")] },
  { what: "a submodule", says: /"lib": no run can change it: a submodule/, entries: () => [{ mode: "160000", name: "lib", id: ABSENT }] },
  { what: "100 folders in each other", says: /REFUSED, score/, entries: () => [deep(100, "d")] },
  { what: "a path of 5,000 bytes", says: /longer than 4000 bytes/, entries: () => [deep(20, "n".repeat(250))] },
  { what: "a name of 300 letters", says: /a part of the path is longer than 255 bytes/, entries: () => [file("n".repeat(300))] },
  { what: "names that differ by case", says: /"case.js": is called like Case.js/, entries: () => [file("Case.js"), file("case.js")] },
  { what: "one name twice", says: /"same.js": the path is there twice/, entries: () => [file("same.js"), file("same.js", blob("y\n"))] },
  {
    what: "a file and a folder of one name",
    says: /"both\/x": stands below both, which is a file/,
    entries: () => [file("both"), folder("both", tree(file("x")))],
  },
  {
    what: "a folder .git",
    says: /".git\/config": no run can change it: the path goes through .git/,
    entries: () => [folder(".git", tree(file("config", blob("[core]\n fsmonitor = id\n"))))],
  },
  { what: "a file .git", says: /".git": no run can change it/, entries: () => [file(".git", blob("gitdir: /tmp/x\n"))] },
  {
    what: "other writings of .git",
    says: /".GIT\/config": no[\s\S]*"git~1\/config": no/,
    entries: () => [folder(".GIT", tree(file("config"))), folder("git~1", tree(file("config")))],
  },
  { what: "names that lead up", says: /leaves the tree/, entries: () => [folder("..", tree(file("x"))), file(".")] },
  { what: "slashes in a name", says: /leaves the tree/, entries: () => [file("../../tmp/loopwright-x"), file("/etc/x")] },
  { what: "a name that is empty", says: UNREADABLE, entries: () => [file("")] },
  { what: "a blob of 60 MB", says: /"huge.bin": larger than 5 MB/, entries: () => [file("huge.bin", blob(Buffer.alloc(60_000_000, 7)))] },
  {
    what: "links that lead out",
    says: /"link": the link leads out of the tree/,
    entries: () => [file("link", blob("/etc/passwd"), "120000")],
  },
  { what: "a link to nothing", says: /"empty": the link leads out of the tree/, entries: () => [file("empty", blob(""), "120000")] },
  {
    what: "a link of 5,000 letters",
    says: /target is longer than 4000 bytes/,
    entries: () => [file("far", blob("l".repeat(5_000)), "120000")],
  },
  { what: "a content that is not there", says: /fetch the missing objects/, entries: () => [file("gone.js", ABSENT)] },
  { what: "a folder that is not there", says: UNREADABLE, entries: () => [folder("gone", ABSENT)] },
  { what: "a folder that is a content", says: UNREADABLE, entries: () => [folder("fake", blob())] },
  { what: "a content that is a folder", says: /wanted the blob .*, was told/, entries: () => [file("fake.js", tree(file("x")))] },
  { what: "a mode that there is not", says: /"odd": no run can change it/, entries: () => [file("odd", blob(), "777")] },
  { what: "a million files from few objects", says: /holds too much: its list is longer than 64 MB/, entries: () => [bomb(6)] },
];

/** Words on one of the two outputs, an exit code, nothing of the terminal's and no line of a stack. */
async function ends(base: string, head: string): Promise<string> {
  const before = whole(stage.repository);
  const { code, out, err } = await stage.run("gate", "--repo", stage.repository.folder, "--base", base, "--head", head, "--plan", plan);
  expect(code).toBe(1);
  expect(err).not.toMatch(/^ +at |\bbug:|TypeError|RangeError/m);
  expect(err.split("\n").length).toBeLessThan(4);
  expect(`${out}${err}`).not.toMatch(/[^\P{Cc}\n\t]/u);
  expect([whole(stage.repository), leftIn(stage.temp)]).toEqual([before, []]);
  return out + err;
}

it.each(CASES)("refuses a head with $what, in words", { timeout: 120_000 }, async ({ entries, says }) => {
  const head = commitOf(stage.repository, tree(...entriesOf(stage.repository, base), ...entries()), base);
  expect((await ends(base, head)).replace(/\n +/g, " ")).toMatch(says);
});

/** What can be in a base that somebody pushed, and cannot be written to a disk. */
it.each([
  { what: "a name of 300 letters", says: /cannot be written to this disk: ENAMETOOLONG at "nnn/, entries: () => [file("n".repeat(300))] },
  {
    what: "a file in the place of a folder",
    says: /disk: EEXIST at "both"/,
    entries: () => [file("both"), folder("both", tree(file("x")))],
  },
  { what: "a link of 5,000 letters", says: /disk: ENAMETOOLONG at "far"/, entries: () => [file("far", blob("l".repeat(5_000)), "120000")] },
])("cannot judge against a base with $what, and says so [GIT-21]", { timeout: 120_000 }, async ({ entries, says }) => {
  const strange = commitOf(stage.repository, tree(...entriesOf(stage.repository, base), ...entries()), base);
  expect(await ends(strange, strange)).toMatch(says);
});
