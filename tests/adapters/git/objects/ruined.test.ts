/** A worker that ruins its repository executes nothing in the driver; the same folder under plain git does (finding 5, GIT-01 to GIT-03). */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plainGit } from "../repository.ts";
import { SANDBOXES, sh, stage } from "../stage.ts";

/** Each plants something that writes the file $CANARY as soon as git is run over the folder; `control` is what a careless driver runs. */
const TRAPS = [
  { trap: "core.fsmonitor", plant: 'git config core.fsmonitor "touch $CANARY; false"', control: ["status"] },
  {
    trap: "a clean filter",
    plant: "rm .git/info/attributes; echo '* filter=x' > .gitattributes; git config filter.x.clean \"touch $CANARY; cat\"",
    control: ["add", "-A"],
  },
  {
    trap: "a process filter",
    plant: "rm .git/info/attributes; echo '* filter=x' > .gitattributes; git config filter.x.process \"touch $CANARY\"",
    control: ["add", "-A"],
  },
  {
    trap: "a hook",
    plant: 'printf "#!/bin/sh\\ntouch $CANARY\\n" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
    control: ["commit", "-am", "x"],
  },
  {
    trap: "core.hooksPath",
    plant: 'mkdir h; printf "#!/bin/sh\\ntouch $CANARY\\n" > h/post-index-change; chmod +x h/*; git config core.hooksPath h',
    control: ["add", "-A"],
  },
  {
    trap: "diff.external",
    plant: 'printf "#!/bin/sh\\ntouch $CANARY\\n" > d; chmod +x d; git config diff.external ./d',
    control: ["diff"],
  },
  { trap: "textconv", plant: "echo '* diff=x' > .gitattributes; git config diff.x.textconv \"touch $CANARY; cat\"", control: ["diff"] },
  {
    trap: "an included file",
    plant: 'printf "[core]\\n fsmonitor = touch $CANARY; false\\n" > inc; git config include.path ../inc',
    control: ["status"],
  },
  {
    trap: "gitdir elsewhere",
    plant: 'mv .git moved; git --git-dir=moved config core.fsmonitor "touch $CANARY; false"; echo "gitdir: moved" > .git',
    control: ["status"],
  },
];

/** The folder of the only site below a temporary folder: what a sandbox calls it is the sandbox's own. */
function siteIn(temp: string): string {
  const [path = "", ...others] = readdirSync(temp, { recursive: true, encoding: "utf8" }).filter((name) => /^[^/]+\/site-\d+$/.test(name));
  expect(others).toEqual([]);
  return join(temp, path);
}

it.each(SANDBOXES.flatMap((sandbox) => TRAPS.map((row) => ({ ...sandbox, ...row }))))(
  "$name: $trap runs nothing while the site is read, committed, compared and merged",
  async ({ make, plant, control }) => {
    const { workspace, repository, tree, temp } = stage(make);
    const canary = join(repository.home, "canary");
    const site = await workspace.open(tree, { git: true });
    await sh(site, `mkdir -p .git/hooks; CANARY='${canary}'; ${plant}; echo changed > src/a.js`);
    rmSync(canary, { force: true });
    const before = repository.state();
    const folder = siteIn(temp);

    const parent = repository.git("rev-parse", "HEAD");
    const { tree: next } = await workspace.snapshot(site, { protected: [] });
    const commit = await workspace.commit({ tree: next, parent, message: "m", at: 1000 });
    await workspace.patch(tree, next, 10_000);
    await workspace.merge(commit, parent);
    await workspace.open(next, { git: true });
    expect(existsSync(canary)).toBe(false);
    expect(await workspace.textAt(next, "src/a.js")).toBe("changed\n");
    expect(repository.state()).toBe(before);

    expect(spawnSync("git", ["-c", "user.name=u", "-c", "user.email=u@v", ...control], { cwd: folder }).error).toBeUndefined();
    expect(existsSync(canary)).toBe(true);
  },
);

it("attributes of the tree change no byte on the way out or in", async () => {
  const content = "one\r\ntwo $Id$\n";
  for (const { make } of SANDBOXES) {
    const { workspace, repository, tree } = stage(make, { "a.txt": content });
    const first = await workspace.open(tree, { git: true });
    await first.toolAccess.write(".gitattributes", "* text eol=crlf ident filter=lfs working-tree-encoding=UTF-16 export-subst\n");
    const { tree: ruled } = await workspace.snapshot(first, { protected: [] });
    const site = await workspace.open(ruled, { git: true });
    expect(await site.toolAccess.read("a.txt")).toBe(content);
    expect(await sh(site, "git status --porcelain; git rev-parse HEAD^{tree}")).toBe(`${ruled}\n`);
    await site.toolAccess.write("b.txt", content);
    const { tree: next, changes } = await workspace.snapshot(site, { protected: [] });
    expect(changes).toEqual([{ path: "b.txt", kind: "added" }]);
    expect(repository.git("rev-parse", `${next}:b.txt`)).toBe(repository.git("rev-parse", `${tree}:a.txt`));
  }
});

it("hooks and settings of the user's own repository run nothing either", async () => {
  for (const { make } of SANDBOXES) {
    const { workspace, repository, tree } = stage(make);
    const canary = join(repository.home, "canary");
    mkdirSync(join(repository.gitDir, "hooks"), { recursive: true });
    for (const hook of ["post-index-change", "reference-transaction", "pre-commit", "post-commit"]) {
      writeFileSync(join(repository.gitDir, "hooks", hook), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 });
    }
    repository.git("config", "core.fsmonitor", `touch '${canary}'; false`);
    repository.git("config", "filter.x.clean", `touch '${canary}'; cat`);
    writeFileSync(join(repository.gitDir, "info", "attributes"), "* filter=x\n");
    rmSync(canary, { force: true });
    const site = await workspace.open(tree, { git: true });
    await site.toolAccess.write("src/a.js", "changed");
    const { tree: next } = await workspace.snapshot(site, { protected: [] });
    await workspace.restore(next, tree, await workspace.paths(tree));
    await workspace.merge(
      await workspace.commit({ tree: next, parent: repository.git("rev-parse", "HEAD"), message: "m", at: 0 }),
      repository.git("rev-parse", "HEAD"),
    );
    const ran = existsSync(canary);
    plainGit(repository.folder, "add", "-A");
    expect({ ran, control: existsSync(canary) }).toEqual({ ran: false, control: true });
  }
});

it("variables of the caller do not lead git elsewhere", async () => {
  const names = { GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index", GIT_OBJECT_DIRECTORY: "/nowhere", GIT_EXTERNAL_DIFF: "false" };
  const old = Object.keys(names).map((name) => [name, process.env[name]] as const);
  for (const { make } of SANDBOXES) {
    const { workspace, tree, repository } = stage(make);
    Object.assign(process.env, names);
    try {
      const site = await workspace.open(tree, { git: true });
      await site.toolAccess.write("src/a.js", "changed");
      const { tree: next } = await workspace.snapshot(site, { protected: [] });
      expect(await workspace.patch(tree, next, 10_000)).toContain("+changed");
    } finally {
      for (const [name, value] of old) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(repository.git("status", "--porcelain")).toBe("");
  }
});
