/** Bytes are committed as they lie in the folder: no attribute, no filter and no program that attributes name has a say (GIT-02, GIT-20). */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { plainGit } from "../../adapters/git/repository.ts";
import { SANDBOXES, type Stage, sh, stage } from "../../adapters/git/stage.ts";

const ODD = "one\r\ntwo $Id$ $Format:%H$\n\u00e4\u00f6\n";
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"4d".repeat(32)}\nsize 12345\n`;
const FILES = { "a.txt": ODD, "asset.bin": POINTER, ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n" };

/** The user's own repository runs a program for every file that git takes in or gives out, as one with Git LFS does. Gives its mark. */
function filtered({ repository }: Pick<Stage, "repository">): string {
  const [mark, programs] = [join(repository.home, "mark"), join(repository.home, "bin")];
  mkdirSync(programs);
  writeFileSync(join(programs, "git-lfs"), `#!/bin/sh\ntouch '${mark}'\ntr a-z A-Z\n`, { mode: 0o755 });
  const path = process.env["PATH"];
  process.env["PATH"] = `${programs}:${path}`;
  onTestFinished(() => void Object.assign(process.env, { PATH: path }));
  for (const name of ["x", "lfs"]) {
    repository.git("config", `filter.${name}.clean`, `${programs}/git-lfs clean`);
    repository.git("config", `filter.${name}.smudge`, `${programs}/git-lfs smudge`);
  }
  return mark;
}

it.each(SANDBOXES)("$name: attributes of every kind change no byte that is committed, and run no filter [GIT-02]", async ({ make }) => {
  const made = stage(make, FILES);
  const { workspace, repository, tree } = made;
  const mark = filtered(made);
  writeFileSync(join(repository.gitDir, "info/attributes"), "* filter=x ident text eol=crlf\n");
  const site = await workspace.open(tree, { git: true });
  const all = "* filter=x diff=x merge=x export-subst ident text eol=crlf working-tree-encoding=UTF-16\n";
  await site.toolAccess.write(".gitattributes", all);
  await sh(site, "cp a.txt b.txt; printf '\\377\\376a\\000\\r\\n$Id$' > utf16.txt; printf 'x\\r\\n' > src.sh; chmod +x src.sh");
  const { tree: next, refused } = await workspace.snapshot(site, { protected: [] });
  expect(refused).toEqual([]);
  for (const path of ["a.txt", "b.txt", "utf16.txt", "src.sh", ".gitattributes"]) {
    const lies = await sh(site, `git hash-object --no-filters -- ${path}`);
    expect([path, `${repository.git("rev-parse", `${next}:${path}`)}\n`]).toEqual([path, lies]);
  }
  expect(await (await workspace.open(next, { git: true })).toolAccess.read("b.txt")).toBe(ODD);
  expect(existsSync(mark)).toBe(false);
  plainGit(repository.folder, "checkout", "-f", next, "--", ".");
  expect(existsSync(mark), "a careless checkout runs it").toBe(true);
});

it.each(SANDBOXES)("$name: pointers of Git LFS are files like others, and git-lfs is never run [GIT-20]", async ({ make }) => {
  const made = stage(make, FILES);
  const { workspace, repository, tree } = made;
  const mark = filtered(made);
  writeFileSync(join(repository.gitDir, "info/attributes"), "* filter=lfs\n");
  const site = await workspace.open(tree, { git: true });
  expect(await site.toolAccess.read("asset.bin")).toBe(POINTER);
  expect(await sh(site, "git status --porcelain")).toBe("");
  const other = POINTER.replace("12345", "54321");
  await site.toolAccess.write("other.bin", other);
  const { tree: next, changes } = await workspace.snapshot(site, { protected: [] });
  expect(changes).toEqual([{ path: "other.bin", kind: "added" }]);
  expect(repository.git("rev-parse", `${next}:asset.bin`)).toBe(repository.git("rev-parse", `${tree}:asset.bin`));
  expect(await workspace.textAt(next, "other.bin")).toBe(other);
  expect(existsSync(mark)).toBe(false);
  plainGit(repository.folder, "checkout", "-f", next, "--", ".");
  expect(existsSync(mark), "a careless checkout runs it").toBe(true);
});
