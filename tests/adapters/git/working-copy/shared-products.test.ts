/** What setup added is in every working copy whether it is shared or not, and none of them changes it for another. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SANDBOXES, sh, stage } from "../stage.ts";

const signal = new AbortController().signal;
const SETUP =
  "mkdir -p node_modules/a src/gen made lost 'odd, name' && echo dep > node_modules/a/index.js && ln -s a node_modules/b && echo gen > src/gen/g.js && " +
  "echo s > made/a && echo s > made/b && echo s > lost/x && echo o > 'odd, name/o' && echo one > single && chmod 711 node_modules";
const OWN = { "src/a.js": "export const a = 1;\n", "made/a": "the tree's own\n", lost: "a file of the tree\n" };
const LOOK =
  "cat node_modules/b/index.js src/gen/g.js made/a made/b lost 'odd, name/o' single; stat -c %a node_modules; readlink node_modules/b";
const SEEN = "dep\ngen\nthe tree's own\ns\na file of the tree\no\none\n711\na\n";

it.each(SANDBOXES)("$name: commands see the same, shared or copied, and each working copy keeps what it does", async ({ make }) => {
  const { workspace, repository, temp } = stage(make, OWN);
  const bare = await workspace.treeOf(repository.commit({ "made/a": null, lost: null }));
  await workspace.setup(bare, [SETUP], signal);
  const tree = await workspace.treeOf(repository.commit(OWN));
  const [one, two, copied] = [
    await workspace.open(tree, { git: true, shared: true }),
    await workspace.open(tree, { git: false, shared: true }),
    await workspace.open(tree, { git: false }),
  ];
  for (const copy of [one, two, copied]) expect(await sh(copy, LOOK)).toBe(SEEN);
  await sh(one, "rm -r src/gen && echo worse > node_modules/a/index.js && echo more > node_modules/more");
  expect(await sh(one, "cat node_modules/b/index.js; ls node_modules; ls src; git status --short")).toBe("worse\na\nb\nmore\na.js\n");
  for (const copy of [two, copied, await workspace.open(tree, { git: false, shared: true })]) expect(await sh(copy, LOOK)).toBe(SEEN);
  await one.toolAccess.write("src/new.js", "new\n");
  expect(await sh(one, "cat src/new.js src/a.js")).toBe("new\nexport const a = 1;\n");
  await Promise.all([one.close(), two.close(), copied.close(), one.close()]);
  expect(foldersIn(temp).filter((name) => /^(?:site|work|merged)/.test(name)).length).toBeLessThanOrEqual(3);
});

it.each(SANDBOXES)("$name: a tree without the folders around a product has none of them, shared or copied", async ({ make }) => {
  const { workspace, repository } = stage(make, { "packages/a/index.js": "1\n", "src/a.js": "1\n" });
  const base = await workspace.treeOf(repository.git("rev-parse", "HEAD").trim());
  await workspace.setup(base, ["mkdir -p packages/a/node_modules/x node_modules/y"], signal);
  const tree = await workspace.treeOf(repository.commit({ "packages/a/index.js": null }));
  for (const shared of [true, false])
    expect(await sh(await workspace.open(tree, { git: false, shared }), "ls")).toBe("node_modules\nsrc\n");
  expect(await sh(await workspace.open(base, { git: false, shared: true }), "ls packages/a node_modules")).toBe(
    "node_modules:\ny\n\npackages/a:\nindex.js\nnode_modules\n",
  );
});

function foldersIn(temp: string): readonly string[] {
  return readdirSync(temp).flatMap((name) => {
    const folder = join(temp, name);
    return statSync(folder).isDirectory() ? readdirSync(folder) : [];
  });
}
