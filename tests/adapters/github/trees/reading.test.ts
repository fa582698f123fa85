/** Reading a repository through the API: as a site does, within bounds, and nothing else. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { READING_LIMITS, type ReadingLimits } from "#adapters/github/trees/blob-store.ts";
import { readBaseOfRun, readingWorkspace } from "#adapters/github/trees/reading-workspace.ts";
import { readText } from "#adapters/sandbox/host/host-files.ts";
import * as host from "#adapters/sandbox/host/host-search.ts";
import { type FileAccess, Refused } from "#ports/tool-access.ts";
import type { Workspace } from "#ports/workspace.ts";
import { as, asApp } from "../../../builders/lab-clients.ts";
import { AT, aGitHub, aGitHubForAll, REPOSITORY } from "../../../lab/github/stage.ts";
import { aBranch } from "../branch.ts";
import { badLine, faults } from "../ref-journal/bad-line.ts";
import { failureOf, requestsOf } from "../stage.ts";

const link = (text: string) => ({ text, mode: "120000" as const });
const FILES = {
  "README.md": "# widget\r\n\r\nOne two THREE\n",
  "src/a.ts": "export const two = 1 + 1;\nconst three = 3;",
  "src/deep/er/b.ts": "// two\n".repeat(5),
  "src/c.js": "two",
  "src/nul.txt": "two\0",
  "ünï/çödé.txt": "twö two 🙂\n",
  empty: "",
  link: link("src/a.ts"),
  folder: link("src/deep"),
  up: link("src/../README.md"),
  out: link("/etc/passwd"),
  absolute: link("/src/a.ts"),
  "src/outer": link("../../secrets"),
  loop: link("loop"),
  dangling: link("src/none"),
};
const github = await aGitHubForAll({ repositories: [{ ...REPOSITORY, files: FILES }] });
const app = await asApp(github);
const base = await readBaseOfRun(app, AT, "main");
const desk = (limits: ReadingLimits = READING_LIMITS): Workspace => readingWorkspace(app, AT, limits);
const handsOf = async (workspace: Workspace) => (await workspace.open(base.tree, { git: false })).toolAccess;

/** What something gives, or that it is refused. */
const told = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Refused ? "refused" : Promise.reject(error)));

/** The same files in a folder, read by the tool host's own functions. */
async function inAFolder(): Promise<FileAccess> {
  const root = await mkdtemp(join(tmpdir(), "reading-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, file] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await (typeof file === "string" ? writeFile(join(root, path), file) : symlink(file.text, join(root, path)));
  }
  return {
    read: async (path) => readText(root, path),
    grep: async (pattern, { glob = null, path = "", limit }) => host.grep(root, { pattern, glob, path, limit }),
    glob: async (pattern, { path = "", limit }) => [...host.glob(root, { pattern, path, limit })].sort(),
  };
}

it("reads every path as a site does, or refuses it as a site does", async () => {
  const [hands, folder] = [await handsOf(desk()), await inAFolder()];
  const odd = [
    "",
    ".",
    "src",
    "none",
    "README.md/x",
    "../x",
    "/etc/passwd",
    "src/../../x",
    "./src//a.ts",
    "src/deep/../c.js",
    ".git/config",
  ];
  const through = ["folder/er/b.ts", "folder/er/none", "loop/x", "out/x", "src/outer/x", "link/x", "a\0b", "x".repeat(300)];
  for (const path of [...Object.keys(FILES), ...odd, ...through])
    expect(await told(hands.read(path)), JSON.stringify(path)).toEqual(await told(folder.read(path)));
});

it.each([
  { pattern: "two", options: {} },
  { pattern: "(?i)THREE$", options: {} },
  { pattern: "^$", options: {} },
  { pattern: "", options: {} },
  { pattern: "two", options: { glob: "*.ts" } },
  { pattern: "two", options: { glob: "deep/**", path: "src" } },
  { pattern: "two", options: { path: "src/c.js" } },
  { pattern: "two", options: { path: "none" } },
  { pattern: "two", options: { path: ".." } },
  { pattern: "two", options: { glob: "../**" } },
  { pattern: "(", options: {} },
])("greps $pattern in $options as a site does", async ({ pattern, options }) => {
  const [hands, folder] = [await handsOf(desk()), await inAFolder()];
  for (const limit of [1, 3, 100])
    expect(await told(hands.grep(pattern, { ...options, limit }))).toEqual(await told(folder.grep(pattern, { ...options, limit })));
});

it.each([
  { pattern: "**" },
  { pattern: "**/*.ts" },
  { pattern: "*.ts", path: "src" },
  { pattern: "src/*" },
  { pattern: "{a,b}".repeat(20) },
  { pattern: "/**" },
  { pattern: "*", path: "../src" },
])("lists $pattern as a site does", async ({ pattern, path }) => {
  const [hands, folder] = [await handsOf(desk()), await inAFolder()];
  expect(await told(hands.glob(pattern, { path, limit: 100 }))).toEqual(await told(folder.glob(pattern, { path, limit: 100 })));
});

it("gives up a pattern that takes for ever, and goes on", async () => {
  const slow = await aGitHub({ repositories: [{ ...REPOSITORY, files: { slow: `${"a".repeat(100_000)}!` } }] });
  const api = await asApp(slow);
  const workspace = readingWorkspace(api, AT, READING_LIMITS);
  const { toolAccess } = await workspace.open((await readBaseOfRun(api, AT, "main")).tree, { git: false });
  await expect(toolAccess.grep("^(a+)+$", { limit: 1 })).rejects.toThrow(/longer than 0.5 s/);
  expect(await toolAccess.grep("!$", { limit: 1 })).toHaveLength(1);
});

it("gives paths and texts of the tree", async () => {
  const workspace = desk();
  expect(await workspace.paths(base.tree)).toEqual(Object.keys(FILES).sort((a, b) => (a < b ? -1 : 1)));
  expect(await workspace.textAt(base.tree, "README.md")).toBe(FILES["README.md"]);
  for (const path of ["none", "link", "src", "src/nul.txt"]) expect(await workspace.textAt(base.tree, path), path).toBeNull();
});

it("asks for the tree once and for each content once, and for nothing that it can know", async () => {
  const workspace = desk();
  const asked = await requestsOf(github, async () => {
    const hands = await handsOf(workspace);
    await workspace.paths(base.tree);
    await hands.glob("**", { limit: 100 });
    await hands.read("src/a.ts");
    await hands.read("link");
    await workspace.textAt(base.tree, "src/a.ts");
    await hands.grep("two", { path: "src", glob: "*.ts", limit: 10 });
  });
  expect(asked.map((one) => one.replace(/[0-9a-f]{40}/, "SHA"))).toEqual([
    "GET git/trees/SHA",
    "GET git/blobs/SHA",
    "GET git/blobs/SHA",
    "GET git/blobs/SHA",
  ]);
});

it("asks once for contents that are wanted together, and by itself for what is no text", async () => {
  const own = await aGitHub({
    repositories: [{ ...REPOSITORY, files: { a: "one\n", b: "ü\n", c: new Uint8Array([0, 1, 2]), d: new Uint8Array([0xe9, 0x0a]) } }],
  });
  const api = await asApp(own);
  const { tree } = await readBaseOfRun(api, AT, "main");
  const workspace = readingWorkspace(api, AT, READING_LIMITS);
  await workspace.paths(tree);
  const read = async () => expect(await Promise.all(["a", "b", "c", "d"].map((path) => workspace.textAt(tree, path)))).toEqual(TEXTS);
  const TEXTS = ["one\n", "ü\n", null, "\ufffd\n"];
  const asked = await requestsOf(own, read);
  expect(asked.map((one) => one.replace(/[0-9a-f]{40}/, "SHA"))).toEqual(["POST /graphql", "GET git/blobs/SHA", "GET git/blobs/SHA"]);
});

it("does not ask for what has a binary's name, and stops asking when it has enough", async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${String(index).padStart(2, "0")}.txt`, `two ${index}\n`]));
  const own = await aGitHub({ repositories: [{ ...REPOSITORY, files: { ...files, "a.png": "two" } }] });
  const api = await asApp(own);
  const { tree } = await readBaseOfRun(api, AT, "main");
  const { toolAccess } = await readingWorkspace(api, AT, READING_LIMITS).open(tree, { git: false });
  const asked = await requestsOf(own, async () => expect(await toolAccess.grep("two", { limit: 3 })).toHaveLength(3));
  // Ten files, and one request for all of them.
  expect(asked).toEqual(["POST /graphql"]);
  const narrow = readingWorkspace(api, AT, { ...READING_LIMITS, searched: 29 });
  const refusal = (await narrow.open(tree, { git: false })).toolAccess.grep("two", { limit: 3 });
  await expect(refusal).rejects.toThrow(
    new Refused("This would read 30 files, more than can be read here. Give a glob or a path that leaves fewer of them."),
  );
});

it.each([
  { name: "files", limits: { ...READING_LIMITS, blobs: 2 } },
  { name: "bytes", limits: { ...READING_LIMITS, bytes: 50 } },
])("reads no more $name than the bound, but what it has it still gives [LIM-07]", async ({ limits }) => {
  const workspace = desk(limits);
  const hands = await handsOf(workspace);
  await hands.read("README.md");
  await hands.read("src/c.js");
  const asked = await requestsOf(github, async () => {
    const failure = await failureOf(hands.read("src/a.ts"));
    expect(failure).toMatchObject({ service: "git", retryable: false });
    expect(failure.message).toContain(`the desk reads at most ${limits.blobs} files and ${limits.bytes} bytes`);
    await failureOf(workspace.textAt(base.tree, "src/a.ts"));
    await expect(hands.grep("two", { path: "src", limit: 1 })).rejects.toThrow(Refused);
    expect(await hands.read("README.md")).toBe(FILES["README.md"]);
    expect(await hands.grep("two", { path: "src/c.js", limit: 1 })).toHaveLength(1);
  });
  expect(asked).toEqual([]);
  expect(READING_LIMITS).toEqual({ blobs: 500, bytes: 20_971_520, searched: 200 });
});

it("says when a repository is too large to be listed, and forgets a content that did not come [LIM-07]", async () => {
  const truncated = { status: 200, body: { sha: base.tree, truncated: true, tree: [] } };
  const large = await badLine(github.url, faults("/git/trees/", truncated));
  const workspace = readingWorkspace(await asApp({ ...github, url: large.url }), AT, READING_LIMITS);
  expect((await failureOf(workspace.paths(base.tree))).message).toContain("acme/widget is too large");
  expect(await workspace.paths(base.tree)).toHaveLength(Object.keys(FILES).length);
  const shaky = await badLine(github.url, faults("/git/blobs/", "lost"));
  const again = readingWorkspace(await asApp({ ...github, url: shaky.url }), AT, { ...READING_LIMITS, blobs: 1 });
  expect(await failureOf(again.textAt(base.tree, "README.md"))).toMatchObject({ service: "git", retryable: true });
  expect(await again.textAt(base.tree, "README.md")).toBe(FILES["README.md"]);
});

it("writes nothing, runs nothing and has no clone", async () => {
  const workspace = desk();
  const hands = await handsOf(workspace);
  await expect(hands.write("a", "b")).rejects.toThrow(Refused);
  await expect(hands.remove("a")).rejects.toThrow(Refused);
  await expect(hands.exec("true", { timeout: 1, signal: new AbortController().signal })).rejects.toThrow(Refused);
  const { tree, commit } = base;
  const site = await workspace.open(tree, { git: false });
  await site.close();
  await site.close();
  const deeds = [
    workspace.open(tree, { git: true }),
    workspace.setup(tree, [], new AbortController().signal),
    workspace.snapshot(site, { protected: [] }),
    workspace.treeOf(commit),
    workspace.changes(tree, tree),
    workspace.patch(tree, tree, 1),
    workspace.restore(tree, tree, []),
    workspace.commit({ tree, parent: commit, message: "x", at: 0 }),
    workspace.merge(commit, commit),
    workspace.mergeTrees({ base: tree, ours: tree, theirs: tree }),
  ];
  for (const deed of deeds) await expect(deed).rejects.toThrow(/bug: the desk cannot .* and runs nothing/);
  expect(() => workspace.fresh()).toThrow("bug: the desk cannot make a fresh checkout");
});

it("finds the base with one request, and with two where the branch is not known", async () => {
  expect(await requestsOf(github, async () => expect(await readBaseOfRun(app, AT, "main")).toEqual(base))).toEqual([
    "GET commits/heads%2Fmain",
  ]);
  const asked = await requestsOf(github, async () => expect(await readBaseOfRun(app, AT, null)).toEqual(base));
  expect(asked).toEqual(["GET /repos/acme/widget", "GET commits/heads%2Fmain"]);
  const wim = as(github, "wim");
  const commit = await aBranch(wim, "topic/one", { "README.md": "other\n" });
  const { data } = await wim.rest.git.getCommit({ ...AT, commit_sha: commit });
  expect(await readBaseOfRun(app, AT, "topic/one")).toEqual({ branch: "topic/one", commit, tree: data.tree.sha });
  const failure = await failureOf(readBaseOfRun(app, AT, "none"));
  expect(failure.message).toContain("acme/widget must have a branch none with a commit");
});

it("asked nothing that GitHub's description does not know", () => {
  expect(github.violations).toEqual([]);
  expect(github.failures).toEqual([]);
});
