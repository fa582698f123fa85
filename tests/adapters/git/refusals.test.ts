/** What a snapshot refuses, with the reason, while the rest of the work is taken over. */
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { FolderEntry, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { strangeTarget } from "#core/analysis/changes/tree-names.ts";
import { Refused } from "#ports/tool-access.ts";
import { FILES, plain, SANDBOXES, sh, stage } from "./stage.ts";

const BASE = { ...FILES, ".github/workflows/ci.yml": "on: push\n", "tests/a.test.js": "test\n", ".gitmodules": "", out: "->/etc/hosts" };

const NUL = "and holds a NUL character, so that nobody is shown what else is in it: write it without";

const REFUSED = [
  { command: "ln -s /etc/passwd p", path: "p", reason: "the link leads out of the tree" },
  { command: "ln -s ../../x src/p", path: "src/p", reason: "the link leads out of the tree" },
  { command: "ln -s . src/d; ln -s src/d/../../x p", path: "p", reason: "the link leads out of the tree" },
  { command: "ln -s .git/config p", path: "p", reason: "the link leads into .git" },
  { command: "touch 'a\u202Eb'", path: "a\u202Eb", reason: "the path holds a control, invisible, bidirectional or broken character" },
  { command: "touch 'a\u200Bb'", path: "a\u200Bb", reason: "the path holds a control, invisible, bidirectional or broken character" },
  { command: "touch 'a\nb'", path: "a\nb", reason: "the path holds a control, invisible, bidirectional or broken character" },
  {
    command: "touch \"$(printf 'a\\377b')\"",
    path: "a\uFFFDb",
    reason: "the path holds a control, invisible, bidirectional or broken character",
  },
  { command: "echo x > readme.MD", path: "readme.MD", reason: "is called like README.md, but for case or accents" },
  { command: "mkfifo pipe", path: "pipe", reason: "not a file: a device, a socket or a pipe" },
  { command: "head -c 6291456 /dev/zero > big", path: "big", reason: "larger than 5 MB" },
  {
    command: "mkdir -p .github/workflows; echo x > .github/workflows/x.yml",
    path: ".github/workflows/x.yml",
    reason: "a run changes no workflows",
  },
  { command: "echo x >> .github/workflows/ci.yml", path: ".github/workflows/ci.yml", reason: "a run changes no workflows" },
  { command: "rm .github/workflows/ci.yml", path: ".github/workflows/ci.yml", reason: "a run changes no workflows" },
  { command: "printf 'limits: {}\\n' > .github/loopwright.yml", path: ".github/loopwright.yml", reason: "the path is protected" },
  { command: "echo x > .gitmodules", path: ".gitmodules", reason: "a run changes no submodules" },
  { command: "git init -q sub", path: "sub/.git/HEAD", reason: "the path goes through .git" },
  { command: "mkdir .GIT; echo x > .GIT/config", path: ".GIT/config", reason: "the path goes through .git" },
  { command: "echo x > git~1", path: "git~1", reason: "the path goes through .git" },
  { command: "echo x > tests/a.test.js", path: "tests/a.test.js", reason: "the path is protected" },
  { command: "rm tests/a.test.js", path: "tests/a.test.js", reason: "the path is protected" },
  { command: "rm -r tests; echo x > tests", path: "tests", reason: "the path is protected" },
  {
    command: "printf '\u202E evil' > src/trojan.js",
    path: "src/trojan.js",
    reason: "line 1 holds bidirectional marks that hide what the code does, which the base does not",
  },
  { command: "printf '/*\\000*/ x' > src/new.js", path: "src/new.js", reason: `its name says that it is text, ${NUL}` },
  { command: "printf '#\\000\\nscript-shell=/bin/true\\n' > .npmrc", path: ".npmrc", reason: `its name says that it is text, ${NUL}` },
  { command: "printf '\\000' >> README.md", path: "README.md", reason: `it is text in the base, ${NUL}` },
  { command: "printf '#!/bin/sh\\n#\\000\\n' > run", path: "run", reason: `it is a script, ${NUL}` },
  {
    command: "printf '\\000\\001ghp_%s%s' q7Zx2Lm9Kd4Vb8Rn3Ty6 q7Zx2Lm9Kd4Vb8Rn > x.bin",
    path: "x.bin",
    reason: "it adds what looks like a secret, a token or a private key",
  },
];

it.each(SANDBOXES.flatMap((sandbox) => REFUSED.map((row) => ({ ...sandbox, ...row }))))(
  "$name: refuses $command, keeps the base's version and takes the rest [6.9 #19, S3.45, U.19, FS-10]",
  async ({ make, command, path, reason }) => {
    const { workspace, repository, tree } = stage(make, BASE);
    const site = await workspace.open(tree, { git: false });
    await sh(site, `${command}; echo fine > fine`);
    const { tree: next, changes, refused } = await workspace.snapshot(site, { protected: ["tests/**"] });
    expect(refused).toContainEqual({ path, reason });
    expect(changes).toContainEqual({ path: "fine", kind: "added" });
    expect(repository.git("ls-tree", next, "--", path)).toBe(repository.git("ls-tree", tree, "--", path));
  },
);

it.each(SANDBOXES)("$name: refuses what goes beyond 50 MB in all, in path order", async ({ make }) => {
  const { workspace, tree } = stage(make);
  const site = await workspace.open(tree, { git: false });
  await sh(site, "for i in 01 02 03 04 05 06 07 08 09 10 11 12; do head -c 5000000 /dev/zero > f$i; done");
  const { changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect(changes.map(({ path }) => path)).toEqual(["f01", "f02", "f03", "f04", "f05", "f06", "f07", "f08", "f09", "f10"]);
  expect(refused.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    "f11 all changes together are larger than 50 MB",
    "f12 all changes together are larger than 50 MB",
  ]);
});

it.each(SANDBOXES)("$name: a path in the place of a protected folder does not push its files out of the tree", async ({ make }) => {
  const { workspace, tree } = stage(make, BASE);
  const site = await workspace.open(tree, { git: false });
  await sh(site, "mv tests hidden; ln -s hidden tests; rm -r .github; echo x > .github");
  const { tree: next, refused } = await workspace.snapshot(site, { protected: ["tests/*"] });
  expect(refused).toEqual([
    { path: ".github", reason: ".github must stay a folder" },
    { path: ".github/workflows/ci.yml", reason: "a run changes no workflows" },
    { path: "tests", reason: "stands in the place of a folder with files that stay" },
    { path: "tests/a.test.js", reason: "the path is protected" },
  ]);
  expect(await workspace.changes(tree, next)).toEqual([{ path: "hidden/a.test.js", kind: "added" }]);
});

it.each(SANDBOXES)("$name: names with spaces, quotes, stars and other scripts survive", async ({ make }) => {
  const { workspace, tree } = stage(make);
  const site = await workspace.open(tree, { git: true });
  const names = [" lead", "-dash", "a\\b", 'quo"te', "sta*r", "über/日本.txt", "x'y"];
  for (const name of names) await site.toolAccess.write(name, name);
  const { tree: next, changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect(refused).toEqual([]);
  expect(changes.map(({ path }) => path)).toEqual([...names].sort());
  const again = await workspace.open(next, { git: true });
  for (const name of names) expect(await again.toolAccess.read(name)).toBe(name);
  expect(await sh(again, "git status --porcelain")).toBe("");
});

it.each(SANDBOXES)("$name: submodules and names that are not UTF-8 are not placed, are told, and stay in the tree", async ({ make }) => {
  const { workspace, repository, warnings } = stage(make);
  const head = repository.git("rev-parse", "HEAD");
  repository.git("update-index", "--add", "--cacheinfo", `160000,${head},lib/sub`);
  repository.git("config", "core.precomposeunicode", "false");
  await sh(await workspace.open(repository.git("write-tree"), { git: false }), "true");
  const odd = Buffer.from("100644 blob ", "latin1").toString() + repository.git("hash-object", "-w", "README.md");
  const tree = mktree(repository.folder, repository.git("write-tree"), odd);
  const site = await workspace.open(tree, { git: true });
  expect(warnings.slice(1)).toEqual([
    'left out of the working copy: "a\uFFFD" (its name is not UTF-8)',
    'left out of the working copy: "lib/sub" (a submodule)',
  ]);
  await sh(site, "mkdir -p lib/sub; echo x > lib/sub/x; echo y > lib/y");
  const { tree: next, changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect(changes).toEqual([{ path: "lib/y", kind: "added" }]);
  expect(refused).toEqual([{ path: "lib/sub/x", reason: "stands in the place of lib/sub, which stays" }]);
  expect(repository.git("ls-tree", "-r", next, "lib/sub")).toContain("160000");
  expect(repository.git("-c", "core.quotePath=true", "ls-tree", next)).toContain('"a\\377"');
});

/** A tree with one more entry, whose name is the byte 0xff after an a. */
function mktree(folder: string, tree: string, entry: string): string {
  const script = `{ git ls-tree -z "$1"; printf '%s\\ta\\377\\0' "$2"; } | git mktree -z`;
  return execFileSync("sh", ["-c", script, "sh", tree, entry], { cwd: folder, encoding: "utf8" }).trim();
}

it("a host that lies about contents, lists a path twice or invents an escape changes nothing", async () => {
  const lie = (entries: (real: readonly FolderEntry[]) => readonly FolderEntry[]) => (): Sandbox => ({
    ...plain(),
    host: async (folder) => {
      const host = await plain().host(folder);
      return { ...host, inventory: async () => entries(await host.inventory()) };
    },
  });
  const taken = async (make: () => Sandbox) => {
    const { workspace, tree } = stage(make);
    return workspace.snapshot(await workspace.open(tree, { git: false }), { protected: [] });
  };
  const wrong = { path: "README.md", mode: "100644", size: 6, sha: "1".repeat(40) } as const;
  const replace = lie((real) => [...real.filter(({ path }) => path !== "README.md"), wrong]);
  expect(await taken(replace)).toMatchObject({ changes: [], refused: [{ path: "README.md", reason: "it changed while it was read" }] });
  await expect(taken(lie((real) => [...real, ...real]))).rejects.toMatchObject({ name: "Failure", service: "sandbox" });
  const escapes = ["../x", "/x", "a//b", "a/./b", "", "a/../../x"].map((path) => ({ ...wrong, path }));
  expect((await taken(lie((real) => [...real, ...escapes]))).refused.map(({ reason }) => reason)).toEqual(
    escapes.map(() => "the path is empty, absolute or leaves the tree"),
  );
});

it("a folder that its host cannot list fails the step, with the host's words", async () => {
  const many = async (): Promise<never> => Promise.reject(new Refused("There are more than 200000 files."));
  const { workspace, tree } = stage(() => ({ ...plain(), host: async (folder) => ({ ...(await plain().host(folder)), inventory: many }) }));
  const site = await workspace.open(tree, { git: false });
  await expect(workspace.snapshot(site, { protected: [] })).rejects.toMatchObject({
    name: "Failure",
    message: "what the worker left cannot be read back: There are more than 200000 files.",
  });
});

/** How far down a walk ends; negative when it ends above its beginning. */
function depthOf(steps: readonly string[]): number {
  const up = steps.filter((step) => step === "..").length;
  return steps.filter((step) => step !== "" && step !== ".").length - 2 * up;
}

it("a link that is let through never leads out of the tree, however it is written", () => {
  const part = fc.constantFrom("..", ".", "", "a", "b");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 }),
      fc.array(part, { minLength: 1, maxLength: 6 }),
      (path, parts) => {
        const target = parts.join("/");
        if (strangeTarget(path.join("/"), target) !== null) return;
        const depths = parts.map((_, index) => path.length - 1 + depthOf(parts.slice(0, index + 1)));
        expect(Math.min(...depths)).toBeGreaterThanOrEqual(0);
        expect(target.startsWith("/")).toBe(false);
      },
    ),
  );
});
