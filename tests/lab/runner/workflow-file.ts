/** A workflow file as it stands at the run's commit. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { credential, git } from "./git.ts";
import type { Attempt } from "./space.ts";

type Run = Pick<Attempt, "machine" | "run" | "base">;

/** Brings the commit here. To be done once, before any file of it is read. */
export async function fetchCommit({ run, machine, base }: Run): Promise<void> {
  const repository = join(base, "workflow.git");
  await mkdir(repository);
  const settings = credential(machine.serverUrl, await run.token({ contents: "read", metadata: "read" }));
  const place = { folder: repository, home: base, settings };
  await git(["init", "--quiet", "--bare"], place);
  await git(["fetch", "--quiet", "--depth=1", `${machine.serverUrl}/${run.repository}`, run.sha], place);
}

/** Throws git's `Error` where the commit has no such file. */
export function workflowText({ run, base }: Run, path: string): Promise<string> {
  return git(["show", `${run.sha}:${path}`], { folder: join(base, "workflow.git"), home: base });
}
