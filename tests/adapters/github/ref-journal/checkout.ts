/** A clone of the loopback GitHub's `main` with the workspace over it that commits on GitHub. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import type { Api } from "#adapters/github/client/api.ts";
import { uploadedWorkspace } from "#adapters/github/trees/uploaded-workspace.ts";
import { asApp } from "../../../builders/lab-clients.ts";
import type { GitHub } from "../../../lab/github/github.ts";
import { AT } from "../../../lab/github/stage.ts";
import { plain } from "../../git/stage.ts";

/** `run`: an executable text; null: no file. */
export type Content = string | Buffer | { readonly link: string } | { readonly run: string } | null;

export interface Checkout {
  readonly git: (...args: readonly string[]) => Promise<string>;
  /** Changes files of the checkout and gives the tree of all of them. */
  readonly tree: (files: Readonly<Record<string, Content>>) => Promise<string>;
  readonly workspace: GitWorkspace;
  readonly head: string;
}

/** `url`: the address at which the workspace asks GitHub. */
export async function aCheckout(github: GitHub, url = github.url): Promise<Checkout> {
  return checkoutOf(`${github.url}/acme/widget.git`, await asApp({ ...github, url }));
}

/** Of the repository that git clones `from` there, and that `api` asks about. All of it is gone after the test. */
export async function checkoutOf(from: string, api: Api): Promise<Checkout> {
  const home = await mkdtemp(join(tmpdir(), "uploaded-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, "widget");
  await mkdir(folder);
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  // The GitHub that is asked lives in this process: git must not block it.
  const git = async (...args: readonly string[]) => (await promisify(execFile)("git", args, { cwd: folder, env })).stdout.trim();
  await git("clone", "--quiet", from, ".");
  const author = { name: "Loopwright", email: "loopwright@example.com" };
  const log = { info: () => undefined, warn: () => undefined };
  const local = gitWorkspace({ gitDir: join(folder, ".git"), sandbox: plain(), setupNetwork: [], temp: join(home, "temp"), author, log });
  onTestFinished(() => local.dispose());
  return {
    git,
    async tree(files) {
      for (const [path, content] of Object.entries(files)) await put(join(folder, path), content);
      await git("add", "-A", "-f");
      return git("write-tree");
    },
    workspace: uploadedWorkspace(local, api, AT),
    head: await git("rev-parse", "HEAD"),
  };
}

async function put(path: string, content: Content): Promise<void> {
  await rm(path, { recursive: true, force: true });
  if (content === null) return;
  await mkdir(dirname(path), { recursive: true });
  if (typeof content === "string" || Buffer.isBuffer(content)) return writeFile(path, content);
  return "link" in content ? symlink(content.link, path) : writeFile(path, content.run, { mode: 0o755 });
}
