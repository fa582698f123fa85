/** What a worker can find in its repository, and where it can send things: one commit, no remote, no credential, no way out (GIT-17, GIT-18). */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { inWalls, type Stage, sh, stage } from "../../adapters/git/stage.ts";
import { walled } from "./den.ts";

const FIX = "the-known-fix-9a1c";

/** A repository whose later history holds the fix: on the branch, on others, in tags, notes, a stash and what was fetched last. Gives the commit that has it. */
function future({ repository }: Pick<Stage, "repository">): string {
  const base = repository.git("rev-parse", "HEAD");
  const fix = repository.commit({ "src/a.js": `// ${FIX}\n` }, FIX);
  repository.git("tag", "-a", "-m", FIX, "v2");
  repository.git("branch", "later");
  repository.git("notes", "add", "-m", FIX, base);
  repository.git("fetch", "-q", repository.folder, "later");
  repository.git("reset", "-q", "--hard", base);
  repository.commit({ "README.md": `${FIX}\n` });
  repository.git("reset", "-q", "--hard", base);
  return fix;
}

/** Everything that git and the files of its folder show, stored objects among it. */
const ALL = [
  "git log --all -p --format='%H %an %s %N'",
  "git reflog --all",
  "git for-each-ref",
  "git stash list",
  "git remote -v",
  "git fsck --lost-found --no-progress",
  "git cat-file --batch-all-objects --batch",
  "cat .git/FETCH_HEAD .git/ORIG_HEAD .git/packed-refs",
  "grep -rs . .git/logs .git/refs",
].join("; ");

walled("a worker sees the base as one commit: nothing that came later, whatever points at it [GIT-17]", async () => {
  const made = stage(inWalls);
  const fix = future(made);
  const { workspace, repository, tree } = made;
  expect(repository.git("log", "--all", "-p")).toContain(FIX);
  const site = await workspace.open(tree, { git: true });
  const seen = await sh(site, `{ ${ALL}; } 2>&1; true`);
  expect(seen).toContain("export const a = 1;");
  expect(seen).not.toContain(FIX);
  expect(await sh(site, "git rev-list --all --count; git tag; git branch --format='%(refname)'")).toBe("1\nrefs/heads/base\n");
  for (const name of [fix, "v2", "later", "FETCH_HEAD", "stash", "refs/notes/commits", "HEAD@{1}", "HEAD~1"])
    expect(await sh(site, `git rev-parse --verify --quiet '${name}^{commit}' || echo none`), name).toBe("none\n");
});

const SENDS = [
  "git push",
  "git push origin HEAD",
  "git push $AT/acme/widget.git HEAD:refs/heads/main",
  "git ls-remote $AT/acme/widget.git",
  "gh api user",
  "hub api user",
  "curl -sS -m 5 $AT/user",
  "curl -sS -m 5 https://api.github.com/user",
  "node -e 'fetch(process.argv[1]).then(() => process.exit(0), () => process.exit(1))' $AT/user",
  "bash -c 'exec 3<>/dev/tcp/127.0.0.1/'$PORT",
];

const NO_TOKEN = [
  "env | grep -i canary",
  "printf 'protocol=https\\nhost=github.com\\n\\n' | GIT_TERMINAL_PROMPT=0 git credential fill",
  "cat ~/.git-credentials ~/.netrc ~/.config/gh/hosts.yml ~/.gitconfig",
  "git config --get-regexp 'credential|insteadof|extraheader|^remote'",
];

walled("a worker can push nothing, ask nobody, and has no credential: no remote, no token, no way out [GIT-18]", async () => {
  let heard = 0;
  const server = createServer((_request, response) => {
    heard += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  for (const name of ["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN"]) process.env[name] = "canary-of-a-token";
  onTestFinished(() => {
    for (const name of ["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN"]) delete process.env[name];
  });
  const { workspace, tree } = stage(inWalls);
  const site = await workspace.open(tree, { git: true });
  const { port } = server.address() as AddressInfo;
  const at = `PORT=${port}; AT=http://127.0.0.1:${port}`;
  for (const command of [...SENDS, ...NO_TOKEN])
    expect(await sh(site, `${at}; if ${command} >out 2>&1; then cat out; else echo failed; fi`), command).toBe("failed\n");
  expect(heard).toBe(0);
});
