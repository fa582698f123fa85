/** Brings the objects of a push into the state by the API, and holds each against the SHA that git gave it. */
import * as z from "zod";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import type { Git } from "./quarantine.ts";
import { fullName } from "./repository.ts";
import { read } from "./thing.ts";

interface Target {
  readonly lab: Pick<Lab, "state">;
  readonly repository: RepositoryOptions;
}

/** All that these commits reach and no ref does. Throws an `Error` for an object that comes out with another SHA. */
export async function handOver(heads: readonly string[], git: Git, target: Target): Promise<void> {
  if (heads.length === 0) return;
  const commits = await git(["rev-list", "--reverse", "--topo-order", ...heads, "--not", "--all"]);
  for (const sha of commits.toString().split("\n").filter(Boolean)) await commit(sha, git, target);
}

const FIELDS = ["%T", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B"];

async function commit(sha: string, git: Git, target: Target): Promise<void> {
  const shown = (await git(["show", "--no-patch", `--format=${FIELDS.join("%x00")}`, sha])).toString();
  const [root = "", parents = "", name, email, date, ...rest] = shown.split("\0");
  const [committer, mail, when, message = ""] = rest;
  await tree(root, git, target);
  await make("commits", sha, target, {
    tree: root,
    parents: parents.split(" ").filter(Boolean),
    author: { name, email, date },
    committer: { name: committer, email: mail, date: when },
    message: message.trimEnd(),
  });
}

const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]{40})\t(.+)$/s;

async function tree(sha: string, git: Git, target: Target): Promise<void> {
  if (await isThere("trees", sha, target)) return;
  const entries = (await git(["ls-tree", "-z", sha])).toString().split("\0").filter(Boolean);
  const parts = entries.map((entry) => {
    const [, mode = "", type = "", part = "", path = ""] = ENTRY.exec(entry) ?? [];
    return { path, mode, type, sha: part };
  });
  for (const part of parts) {
    if (part.type === "tree") await tree(part.sha, git, target);
    else if (part.type === "blob") await blob(part.sha, git, target);
  }
  await make("trees", sha, target, { tree: parts });
}

async function blob(sha: string, git: Git, target: Target): Promise<void> {
  if (await isThere("blobs", sha, target)) return;
  const content = await git(["cat-file", "blob", sha]);
  await make("blobs", sha, target, { content: content.toString("base64"), encoding: "base64" });
}

async function isThere(kind: string, sha: string, { lab, repository }: Target): Promise<boolean> {
  return (await read(lab, `/repos/${fullName(repository)}/git/${kind}/${sha}`)) !== null;
}

async function make(kind: string, sha: string, { lab, repository }: Target, body: Readonly<Record<string, unknown>>): Promise<void> {
  const { data } = await lab.state.admin.request(`POST /repos/${fullName(repository)}/git/${kind}`, body);
  const made = z.object({ sha: z.string() }).parse(data).sha;
  if (made !== sha)
    throw new Error(`git calls it ${sha}, the API would call it ${made}: a signature, an encoding or a message of that kind is not built`);
}
