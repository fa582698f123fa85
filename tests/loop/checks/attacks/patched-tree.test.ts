/** Trees of wrong patches. */
import { expect, it } from "vitest";
import { patchedTree } from "#loop/checks/attacks/patched-tree.ts";
import { plain, stage } from "../../../adapters/git/stage.ts";

it("is the tree with the patch, and the base where there is none", async () => {
  const { workspace, tree } = stage(plain);
  const made = await patchedTree(workspace, tree, [{ path: "src/a.js", text: "export const a = 2;\n" }]);
  expect(await workspace.textAt(made ?? "", "src/a.js")).toBe("export const a = 2;\n");
  expect(await patchedTree(workspace, tree, [])).toBe(tree);
});

it.each([
  ["a workflow", { path: ".github/workflows/ci.yml", text: "on: push\n" }],
  ["a hidden character", { path: "src/a.js", text: "export const a = 1;\u202E\n" }],
])("is none where no worker may write what it holds: %s", async (_, edit) => {
  const { workspace, tree } = stage(plain);
  expect(await patchedTree(workspace, tree, [edit])).toBeNull();
});
