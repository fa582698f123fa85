/** A branch with one commit, made as a person would, for tests. */
import { AT, type as } from "../../lab/github/stage.ts";

type Client = ReturnType<typeof as>;

/** Makes `name` from `main` with these files, or moves it one commit on. Gives the commit. */
export async function aBranch(client: Client, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const { git } = client.rest;
  const refs = (await git.listMatchingRefs({ ...AT, ref: `heads/${name}` })).data;
  const parent = refs[0]?.object.sha ?? (await git.getRef({ ...AT, ref: "heads/main" })).data.object.sha;
  const { data: before } = await git.getCommit({ ...AT, commit_sha: parent });
  const tree = Object.entries(files).map(([path, content]) => ({ path, content, mode: "100644" as const, type: "blob" as const }));
  const { data: written } = await git.createTree({ ...AT, base_tree: before.tree.sha, tree });
  const { data: commit } = await git.createCommit({ ...AT, message: "work", tree: written.sha, parents: [parent] });
  if (refs.length === 0) await git.createRef({ ...AT, ref: `refs/heads/${name}`, sha: commit.sha });
  else await git.updateRef({ ...AT, ref: `heads/${name}`, sha: commit.sha });
  return commit.sha;
}
