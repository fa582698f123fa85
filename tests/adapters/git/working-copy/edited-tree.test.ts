/** Trees that are made of another one and edits. */
import { expect, it } from "vitest";
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import { plain, stage } from "../stage.ts";

const read = async (edits: readonly FileEdit[]) => {
  const { workspace, tree } = stage(plain);
  const made = await workspace.edited(tree, edits);
  const files = await workspace.filesAt(made, await workspace.paths(made));
  return { workspace, tree, made, files: new Map(files.map(({ path, mode, bytes }) => [path, `${mode} ${bytes.toString()}`])) };
};

it("writes, removes and keeps, and leaves the base as it is", async () => {
  const { workspace, tree, files } = await read([
    { path: "src/a.js", text: "export const a = 2;\n" },
    { path: "src/new/b.js", text: "b\n" },
    { path: "bin/tool", text: "#!/bin/sh\n" },
    { path: "README.md", text: null },
    { path: "none.md", text: null },
  ]);
  expect([...files.keys()]).toEqual([".gitignore", "bin/tool", "dist/kept.js", "link", "src/a.js", "src/new/b.js"]);
  expect([files.get("src/a.js"), files.get("src/new/b.js")]).toEqual(["100644 export const a = 2;\n", "100644 b\n"]);
  expect([files.get("bin/tool"), files.get("link")]).toEqual(["100755 #!/bin/sh\n", "120000 src/a.js"]);
  expect(await workspace.textAt(tree, "src/a.js")).toBe("export const a = 1;\n");
});

it("makes a file of a link, a folder of a file, and a file of a folder", async () => {
  const { files } = await read([
    { path: "link", text: "no link\n" },
    { path: "README.md", text: null },
    { path: "README.md/de", text: "hallo\n" },
    { path: "src", text: "a file\n" },
  ]);
  expect(files.get("link")).toBe("100644 no link\n");
  expect([...files.keys()]).toEqual([".gitignore", "README.md/de", "bin/tool", "dist/kept.js", "link", "src"]);
});

it("is the base itself where nothing is edited", async () => {
  const { tree, made } = await read([]);
  expect(made).toBe(tree);
});

it.each(["../out", "/etc/passwd", "", "src//a.js", ".git/config", "a\0b"])("refuses a path that no tree holds: %j", async (path) => {
  const { workspace, tree } = stage(plain);
  const why = `${JSON.stringify(path)} is in no tree`;
  await expect(workspace.edited(tree, [{ path, text: "x" }])).rejects.toMatchObject({
    service: "git",
    message: expect.stringContaining(why),
  });
});

it("knows the files of the new tree as git lists them, also where nobody asked it", async () => {
  const { workspace, repository, tree } = stage(plain);
  const cases: readonly (readonly FileEdit[])[] = [
    [{ path: "src/a.js", text: "ü\n" }],
    [
      { path: "bin/tool", text: "" },
      { path: "link", text: "no link\n" },
      { path: "bin/tool", text: "again" },
    ],
    [
      { path: "src/a.js", text: "x" },
      { path: "new", text: "new" },
    ],
    [
      { path: "src/a.js", text: "x" },
      { path: "README.md", text: null },
    ],
  ];
  for (const edits of cases) {
    const made = await workspace.edited(tree, edits);
    const seen = [...(await workspace.blobs(made))].sort().map(([path, sha]) => `${sha}\t${path}`);
    const files = await workspace.filesAt(made, await workspace.paths(made));
    const listed = repository
      .git("ls-tree", "-r", "-l", made)
      .split("\n")
      .map((line) => line.split(/\s+/));
    expect(seen).toEqual(listed.map(([, , sha, , path]) => `${sha}\t${path}`));
    expect(files.map(({ path, mode, bytes }) => [mode, `${bytes.length}`, path])).toEqual(
      listed.map(([mode, , , size, path]) => [mode, size, path]),
    );
  }
});
