/** Trees that are made of a base and edits. */
import { expect, it } from "vitest";
import { editedTree } from "#loop/checks/attacks/edited-tree.ts";
import { plain, stage } from "../../../adapters/git/stage.ts";

it("writes, removes and keeps, and leaves the base as it is", async () => {
  const { workspace, tree } = stage(plain);
  const made = await editedTree(workspace, tree, [
    { path: "src/a.js", text: "export const a = 2;\n" },
    { path: "src/new/b.js", text: "b\n" },
    { path: "README.md", text: null },
  ]);
  expect(made).not.toBeNull();
  const read = (path: string) => workspace.textAt(made ?? "", path);
  expect([await read("src/a.js"), await read("src/new/b.js"), await read("README.md")]).toEqual(["export const a = 2;\n", "b\n", null]);
  expect(await workspace.textAt(made ?? "", "bin/tool")).toBe("#!/bin/sh\necho tool\n");
  expect(await workspace.textAt(tree, "src/a.js")).toBe("export const a = 1;\n");
});

it("is the base itself where nothing is edited: no working copy is opened", async () => {
  const { tree } = stage(plain);
  const none = { open: () => Promise.reject(new Error("opened")), snapshot: () => Promise.reject(new Error("read")) };
  expect(await editedTree(none, tree, [])).toBe(tree);
});

it("is none where a file may not be so, and the working copy is closed", async () => {
  const { workspace, tree } = stage(plain);
  let open = 0;
  const watched: Parameters<typeof editedTree>[0] = {
    open: async (...given) => {
      const copy = await workspace.open(...given);
      open += 1;
      const close = copy.close.bind(copy);
      return Object.assign(copy, { close: () => close().finally(() => (open -= 1)) });
    },
    snapshot: (copy, options) => workspace.snapshot(copy, { ...options, protected: ["bin/**"] }),
  };
  expect(await editedTree(watched, tree, [{ path: "bin/tool", text: "#!/bin/sh\n" }])).toBeNull();
  await expect(editedTree(watched, tree, [{ path: "../out", text: "x" }])).rejects.toThrow();
  expect(open).toBe(0);
});
