/** Commits on GitHub: the same tree as here, two requests for text, and nothing committed that is not what was checked. */
import { expect, it } from "vitest";
import { AT, aGitHub, aGitHubForAll, as, OPTIONS } from "../../../lab/github/stage.ts";
import { badLine, type Fault, faults } from "../ref-journal/bad-line.ts";
import { aCheckout, type Checkout, type Content } from "../ref-journal/checkout.ts";
import { failureOf, requestsOf } from "../stage.ts";

const github = await aGitHubForAll();
const TEXT = ["POST git/trees", "POST git/commits"];

/** Commits a tree on a parent and gives the commit. */
function committed({ workspace, head }: Checkout, tree: string, parent = head): Promise<string> {
  return workspace.commit({ tree, parent, message: "loop: one\n\nLoop-Score: 80", at: 0 });
}

/** What GitHub shows of a commit: its message, its parents and every path with its mode. */
async function shown(commit: string): Promise<unknown> {
  const { git } = as(github, "wim").rest;
  const { data } = await git.getCommit({ ...AT, commit_sha: commit });
  const { data: listed } = await git.getTree({ ...AT, tree_sha: data.tree.sha, recursive: "1" });
  const files = listed.tree.filter(({ type }) => type === "blob").map(({ mode, path }) => `${mode} ${path}`);
  return { message: data.message.trim(), parents: data.parents.map(({ sha }) => sha), files: files.sort() };
}

it("commits changes of text, modes and names with two requests, and git reads them back without a fault [GIT-16]", async () => {
  const checkout = await aCheckout(github);
  const { git, workspace, head } = checkout;
  const tree = await checkout.tree({
    "src/sum.js": "\ufeffexport const sum = (a, b) => a + b;\r\n// ünïcödé 🙂",
    "src/deep/er/new.js": "",
    "bin/tool": { run: "#!/bin/sh\n" },
    "bin/run": "no longer executable\n",
    link: { link: "src/sum.js" },
    "README.md": null,
    "docs/README.md": "# widget\n",
    "src/mode.js": "one\n",
  });
  let commit = "";
  const asked = await requestsOf(github, async () => {
    commit = await committed(checkout, tree);
  });
  expect(asked).toEqual(TEXT);
  expect(await shown(commit)).toEqual({
    message: "loop: one\n\nLoop-Score: 80",
    parents: [head],
    files: [
      ...["100644 bin/run", "100644 docs/README.md", "100644 src/deep/er/new.js", "100644 src/mode.js", "100644 src/sum.js"],
      ...["100755 bin/tool", "120000 link"],
    ],
  });
  await as(github, "wim").rest.git.createRef({ ...AT, ref: "refs/heads/loop/1", sha: commit });
  await git("fetch", "--quiet", "origin", "loop/1");
  expect(await git("rev-parse", "FETCH_HEAD^{tree}")).toBe(tree);
  expect(await git("fsck", "--strict", "--no-progress")).toBe("");
  const moded = await committed(checkout, await checkout.tree({ "src/mode.js": { run: "one\n" } }), commit);
  expect(await shown(moded)).toMatchObject({ files: expect.arrayContaining(["100755 src/mode.js"]) });
  expect(await workspace.treeOf(commit)).toBe(tree);
  expect(await workspace.fresh().treeOf(commit)).toBe(tree);
});

it("goes on from a commit that only GitHub has, and from the same tree with one request", async () => {
  const checkout = await aCheckout(github);
  const first = await committed(checkout, await checkout.tree({ "a.txt": "1\n" }));
  const tree = await checkout.tree({ "a.txt": "2\n", "src/sum.js": null });
  let second = "";
  const asked = await requestsOf(github, async () => {
    second = await committed(checkout, tree, first);
  });
  expect(asked).toEqual(TEXT);
  expect(await shown(second)).toMatchObject({ parents: [first], files: ["100644 README.md", "100644 a.txt", "100755 bin/run"] });
  expect(await requestsOf(github, () => committed(checkout, tree, second))).toEqual(["POST git/commits"]);
});

it.each<{ name: string; files: Readonly<Record<string, Content>>; requests: readonly string[] }>([
  { name: "binary", files: { "a.bin": Buffer.from([65, 0, 66]), "b.txt": "b" }, requests: ["POST git/blobs", ...TEXT] },
  { name: "not UTF-8", files: { "latin.txt": Buffer.from([0xe4, 0x0a]) }, requests: ["POST git/blobs", ...TEXT] },
  {
    name: "more text than goes along with a tree",
    files: { "a.txt": "a".repeat(3 * 1024 ** 2), "b.txt": "b".repeat(3 * 1024 ** 2), "c.txt": "c" },
    requests: ["POST git/blobs", ...TEXT],
  },
  { name: "a folder in place of a file", files: { "README.md": null, "README.md/a": "a" }, requests: ["POST git/trees", ...TEXT] },
  { name: "gone with its folder", files: { "src/sum.js": null }, requests: TEXT },
  { name: "gone from a folder that gets another", files: { "bin/run": null, "bin/deep/er": "a", "src/sum.js": null }, requests: TEXT },
  { name: "a file in place of a folder", files: { src: "a" }, requests: ["POST git/trees", ...TEXT] },
])("sends what is $name", async ({ files, requests }) => {
  const checkout = await aCheckout(github);
  const tree = await checkout.tree(files);
  expect(await requestsOf(github, () => committed(checkout, tree))).toEqual(requests);
});

it.each<{ name: string; fault: Fault; says: string; retryable: boolean }>([
  {
    name: "another tree",
    fault: { status: 201, body: { sha: "a".repeat(40) } },
    says: `GitHub made the tree ${"a".repeat(40)}`,
    retryable: false,
  },
  {
    name: "a refusal",
    fault: { status: 409, body: { message: "Repository rule violations found\n\nSecret detected" } },
    says: "POST /repos/acme/widget/git/trees: GitHub answered 409: Repository rule violations found Secret detected",
    retryable: false,
  },
  { name: "nothing", fault: "lost", says: "POST /repos/acme/widget/git/trees: no answer came", retryable: true },
])("commits nothing where GitHub answers the tree with $name [GIT-16]", async ({ fault, says, retryable }) => {
  const line = await badLine(github.url, faults("POST /repos/acme/widget/git/trees", fault));
  const checkout = await aCheckout(github, line.url);
  const failure = await failureOf(committed(checkout, await checkout.tree({ "a.txt": "1\n" })));
  expect(failure).toMatchObject({ service: "git", retryable });
  expect(failure.message).toContain(says);
  expect(line.asked.filter((one) => one.includes("/git/commits"))).toEqual([]);
});

it("says that the token may not write", async () => {
  const apps = OPTIONS.apps.map((app) => ({ ...app, permissions: { contents: "read" } as const }));
  const weak = await aGitHub({ apps });
  const checkout = await aCheckout(weak);
  const failure = await failureOf(committed(checkout, await checkout.tree({ "a.txt": "1\n" })));
  expect(failure).toMatchObject({ service: "git", retryable: false });
  expect(failure.message).toContain("Resource not accessible by integration");
});

it("leaves everything but commits to the workspace that it was given", async () => {
  const checkout = await aCheckout(github);
  const { workspace, head } = checkout;
  const before = await workspace.treeOf(head);
  const after = await checkout.tree({ "a.txt": "1\n" });
  const asked = await requestsOf(github, async () => {
    expect(await workspace.changes(before, after)).toEqual([{ path: "a.txt", kind: "added" }]);
    expect(await workspace.textAt(after, "a.txt")).toBe("1\n");
  });
  expect(asked).toEqual([]);
  await expect(workspace.filesAt(after, ["none"])).rejects.toThrow('"none" is no file of the tree');
});

it("asked nothing that GitHub's description does not know", () => {
  expect(github.violations).toEqual([]);
  expect(github.failures).toEqual([]);
});
