/** What comes out of a worker's tree: real git, real files; what is refused keeps the version of the base, and the rest is taken. */
import { expect, it } from "vitest";
import type { WorkingCopy } from "#ports/workspace.ts";
import { FILES, plain, sh, stage } from "../../adapters/git/stage.ts";

const BASE = { ...FILES, ".github/workflows/ci.yml": "on: push\n", CODEOWNERS: "* @ada\n" };

const PROTECTED = "the path is protected";
const WORKFLOWS = "a run changes no workflows";
const SECRET = "it adds what looks like a secret, a token or a private key";
/** Letters as a real token has them, put together here so that this file holds none. */
const token = `ghp_${"q7Zx2Lm9Kd4Vb8Rn3Ty6".repeat(2).slice(0, 36)}`;

it.each([
  { id: "OUT-03", command: `printf 'TOKEN=${token}\\n' > .env`, path: ".env", reason: SECRET },
  { id: "OUT-03", command: `printf 'key: ${token}\\n' >> src/a.js`, path: "src/a.js", reason: SECRET },
  { id: "OUT-20", command: "echo x >> CODEOWNERS", path: "CODEOWNERS", reason: PROTECTED },
  {
    id: "OUT-20",
    command: "mkdir -p .github/actions/a; echo x > .github/actions/a/action.yml",
    path: ".github/actions/a/action.yml",
    reason: PROTECTED,
  },
  { id: "OUT-20", command: "echo 'sandbox: none' > .github/loopwright.yml", path: ".github/loopwright.yml", reason: PROTECTED },
  {
    id: "OUT-20",
    command: "mkdir -p .GitHub/Workflows; echo x > .GitHub/Workflows/x.yml",
    path: ".GitHub/Workflows/x.yml",
    reason: WORKFLOWS,
  },
  { id: "OUT-21", command: "mv CODEOWNERS owners", path: "CODEOWNERS", reason: PROTECTED },
  { id: "OUT-21", command: "rm CODEOWNERS", path: "CODEOWNERS", reason: PROTECTED },
  { id: "OUT-21", command: "chmod 755 CODEOWNERS", path: "CODEOWNERS", reason: PROTECTED },
  { id: "OUT-21", command: "ln -sf src/a.js CODEOWNERS", path: "CODEOWNERS", reason: PROTECTED },
  { id: "OUT-21", command: "rm CODEOWNERS; git init -q CODEOWNERS", path: "CODEOWNERS", reason: PROTECTED },
  { id: "OUT-21", command: "rm -r .github/workflows; ln -s ../src .github/workflows", path: ".github/workflows", reason: WORKFLOWS },
  { id: "OUT-21", command: "mkdir docs; echo x > docs/CODEOWNERS.", path: "docs/CODEOWNERS.", reason: PROTECTED },
  { id: "OUT-21", command: "echo x > ./src/.././CODEOWNERS", path: "CODEOWNERS", reason: PROTECTED },
  {
    id: "OUT-22",
    command:
      "git checkout -q -b old; echo x > .github/workflows/old.yml; git add -A; git -c user.name=a -c user.email=a@b commit -qm o; git checkout -q -; git -c user.name=a -c user.email=a@b merge -q --no-ff -m m old",
    path: ".github/workflows/old.yml",
    reason: WORKFLOWS,
  },
  {
    id: "OUT-22",
    command: "rm .github/workflows/ci.yml; git checkout -q HEAD -- .github/workflows/ci.yml; echo '# older' >> .github/workflows/ci.yml",
    path: ".github/workflows/ci.yml",
    reason: WORKFLOWS,
  },
])("refuses: $command [$id]", async ({ command, path, reason }) => {
  const { workspace, repository, tree } = stage(plain, BASE);
  const site: WorkingCopy = await workspace.open(tree, { git: true });
  await sh(site, `${command}; echo fine > fine`);
  const { tree: next, changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect(refused).toContainEqual({ path, reason });
  expect(changes).toContainEqual({ path: "fine", kind: "added" });
  expect(repository.git("ls-tree", next, "--", path)).toBe(repository.git("ls-tree", tree, "--", path));
});

it("takes what is sensitive: it is named, and refused is only what is protected [OUT-20]", async () => {
  const { workspace, tree } = stage(plain, BASE);
  const site = await workspace.open(tree, { git: false });
  await sh(
    site,
    "for f in package.json Makefile .npmrc yarn.lock conftest.py .gitattributes action.yml; do echo x > $f; done; mkdir .husky; echo x > .husky/pre-commit",
  );
  const { changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect(refused).toEqual([]);
  expect(changes).toHaveLength(8);
});
