/** A worker that poisons git in its folder: nothing of ours opens that repository (group GIT; each way on its own is `npm run escapes`). */
import { expect } from "vitest";
import { aRepository } from "../../adapters/git/repository.ts";
import { inWalls, sh, stage } from "../../adapters/git/stage.ts";
import { poison } from "../escapes/poison.ts";
import { PLACES, type Poison, SETTINGS } from "../escapes/poisons.ts";
import { walled } from "./den.ts";

const HELD = { live: true, executed: false, kept: true };

/** What goes off by nobody's command, and leads elsewhere whoever follows it. */
const ELSEWHERE = [
  'http.proxy "http://127.0.0.1:9"',
  'http.extraHeader "Authorization: basic x"',
  'branch.base.remote "https://elsewhere.invalid"',
  'core.worktree "/tmp"',
].map((setting) => `git config ${setting}`);

/** All at once: a driver that opens this repository by whatever command executes one of them. */
const ALL: Poison = {
  name: "all",
  plant: [...SETTINGS.map(({ plant }) => plant), ...ELSEWHERE].join("; "),
  use: "git --work-tree=. status",
};

walled(
  "every setting, hook and attribute at once runs nothing outside, and the commit lands in the right repository [GIT-01]",
  async () => {
    expect(await poison(inWalls(), ALL)).toEqual(HELD);
  },
);

for (const one of PLACES.slice(0, 2)) {
  walled(`${one.name} is not followed [GIT-03]`, async () => {
    expect(await poison(inWalls(), one)).toEqual(HELD);
  });
}

walled("alternates that lead outside show nothing, and variables of the driver lead it nowhere [GIT-03]", async () => {
  const other = aRepository({ secret: "canary-0c5d\n" });
  const names = ["GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_INDEX_FILE", "GIT_WORK_TREE"];
  const old = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  try {
    const { workspace, repository, tree } = stage(inWalls);
    for (const name of names) process.env[name] = `${other.gitDir}/objects`;
    const site = await workspace.open(tree, { git: true });
    const blob = other.git("rev-parse", "HEAD:secret");
    const look = `mkdir -p .git/objects/info; echo ${other.gitDir}/objects > .git/objects/info/alternates; git cat-file -p ${blob} || echo unseen`;
    expect(await sh(site, look)).toBe("unseen\n");
    await site.toolAccess.write("src/a.js", "changed\n");
    const next = await workspace.snapshot(site, { protected: [] });
    expect(next).toMatchObject({ changes: [{ path: "src/a.js", kind: "modified" }], refused: [] });
    expect(repository.git("cat-file", "-t", next.tree)).toBe("tree");
  } finally {
    for (const name of names) delete process.env[name];
    Object.assign(process.env, Object.fromEntries(Object.entries(old).filter(([, value]) => value !== undefined)));
    other.remove();
  }
});

for (const one of PLACES.slice(2)) {
  walled(`${one.name} is not entered [GIT-04]`, async () => {
    expect(await poison(inWalls(), one)).toEqual(HELD);
  });
}

walled("nothing of a repository in a folder is taken, no commit of another repository, and no .gitmodules [GIT-04]", async () => {
  const { workspace, repository, tree } = stage(inWalls);
  const site = await workspace.open(tree, { git: true });
  const link = `git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),vendor/lib`;
  await sh(
    site,
    `${link}; git init -q docs; echo x > docs/x; echo '[submodule "lib"]' > .gitmodules; mkdir sub; ln -s ../docs/.git sub/.GIT`,
  );
  const { tree: next, changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect(changes).toEqual([{ path: "docs/x", kind: "added" }]);
  expect(refused).toContainEqual({ path: ".gitmodules", reason: "a run changes no submodules" });
  expect(refused).toContainEqual({ path: "docs/.git/HEAD", reason: "the path goes through .git" });
  expect(refused).toContainEqual({ path: "sub/.GIT", reason: "the path goes through .git" });
  expect(repository.git("ls-tree", "-r", next)).not.toMatch(/^160000|[.]git\//m);
});
