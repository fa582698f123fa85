/** Where all runs of the bench work: one repository with real git, and a workspace over plain processes. No run writes a ref, so they share it. */
import { join, resolve } from "node:path";
import { gitWorkspace } from "#adapters/git/workspace.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import type { Run } from "#core/run/run.ts";
import type { Workspace } from "#ports/workspace.ts";
import { aRepository } from "../../adapters/git/repository.ts";
import { FILES } from "./task.ts";

export interface Place {
  readonly workspace: Workspace;
  readonly base: Run["base"];
  /** Takes the repository away. */
  leave(): Promise<void>;
}

/**
 * Makes the repository of these files in a temporary folder. The build must stand: commands are run by
 * `dist/tool-host.mjs`.
 */
export function placeOfRuns(files: Readonly<Record<string, string>> = FILES): Place {
  const repository = aRepository(files);
  const workspace = gitWorkspace({
    gitDir: repository.gitDir,
    sandbox: plainSandbox({ hostFile: resolve("dist/tool-host.mjs"), limits: PROCESS_LIMITS }),
    setupNetwork: [],
    temp: join(repository.home, "temp"),
    author: { name: "Loopwright", email: "loopwright@example.com" },
    log: { info: () => undefined, warn: () => undefined },
  });
  const [commit, tree] = ["HEAD", "HEAD^{tree}"].map((name) => repository.git("rev-parse", name));
  if (commit === undefined || tree === undefined) throw new Error("bug: git names no commit");
  return {
    workspace,
    base: { commit, tree, branch: "main" },
    leave: async () => {
      await workspace.dispose();
      repository.remove();
    },
  };
}
