/** Workflow files as they stand in a repository at a commit or branch. */
import * as z from "zod";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { read } from "./thing.ts";
import { type Workflow, workflowOf } from "./workflow.ts";

const FOLDER = ".github/workflows";
const Listing = z.array(z.object({ name: z.string() }));
const File = z.object({ content: z.string() });

const known = new WeakMap<Lab, Map<string, readonly Workflow[]>>();

/** The workflows of a commit, read once. */
export async function workflowsAt(lab: Lab, repository: RepositoryOptions, sha: string): Promise<readonly Workflow[]> {
  const cache = known.get(lab) ?? new Map<string, readonly Workflow[]>();
  known.set(lab, cache);
  const key = `${fullName(repository)} ${sha}`;
  const found = cache.get(key) ?? (await workflowsOf(lab, repository, sha));
  cache.set(key, found);
  return found;
}

/** The workflows at `ref`; a file that is no workflow is left out, as on GitHub. */
export async function workflowsOf(lab: Lab, repository: RepositoryOptions, ref: string): Promise<readonly Workflow[]> {
  const folder = `/repos/${fullName(repository)}/contents/${FOLDER}`;
  const query = `?ref=${encodeURIComponent(ref)}`;
  const files = Listing.catch([]).parse(await read(lab, `${folder}${query}`));
  const found = files
    .filter(({ name }) => /\.ya?ml$/.test(name))
    .map(async ({ name }) => {
      const { content } = File.parse(await read(lab, `${folder}/${name}${query}`));
      return workflowOf(`${FOLDER}/${name}`, Buffer.from(content, "base64").toString());
    });
  return (await Promise.all(found)).flat();
}
