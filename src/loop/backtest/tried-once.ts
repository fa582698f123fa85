/** Runs the same command once on the same tree: the patches of one fix share most of their runs. */
import type { Clock } from "#ports/clock.ts";
import type { ExecOptions, ExecResult, ToolAccess } from "#ports/tool-access.ts";
import type { WorkingCopy, Workspace } from "#ports/workspace.ts";

/** A workspace that remembers, and the time in it: it passes as if every command had been run. */
export interface TriedOnce {
  readonly workspace: Workspace;
  readonly clock: Clock;
}

/**
 * The workspace, whose working copies answer their first command by what it showed on a fresh copy of the tree before.
 * A copy that was written to runs its own, and so does a second command, which sees nothing of the first one. The clock
 * goes on by the time of what was not run again, because what a command takes bounds how long others are waited for.
 * Throws as the workspace does.
 */
export function triedOnce(workspace: Workspace, clock: Clock): TriedOnce {
  const known = new Map<string, Promise<ExecResult>>();
  let saved = 0;
  const recall = async (found: Promise<ExecResult>): Promise<ExecResult> => {
    const result = await found;
    saved += result.ms;
    return result;
  };
  const firstRun = (key: string, run: () => Promise<ExecResult>): Promise<ExecResult> => {
    const found = known.get(key);
    if (found !== undefined) return recall(found);
    const result = run();
    known.set(key, result);
    result.catch(() => known.delete(key));
    return result;
  };
  return {
    workspace: {
      ...workspace,
      open: async (tree, options) => lazyCopy(() => workspace.open(tree, options), tree, firstRun),
    },
    clock: { now: () => clock.now() + saved, sleep: (ms, signal) => clock.sleep(ms, signal) },
  };
}

type FirstRun = (key: string, run: () => Promise<ExecResult>) => Promise<ExecResult>;

/** A working copy whose folder is made when something has to be done in it. */
function lazyCopy(open: () => Promise<WorkingCopy>, tree: string, firstRun: FirstRun): WorkingCopy {
  let real: Promise<WorkingCopy> | null = null;
  let isFresh = true;
  const access = async (): Promise<ToolAccess> => {
    real ??= open();
    return (await real).toolAccess;
  };
  const exec = (command: string, how: ExecOptions): Promise<ExecResult> => {
    const run = async (): Promise<ExecResult> => (await access()).exec(command, how);
    if (!isFresh) return run();
    isFresh = false;
    return firstRun(JSON.stringify([tree, command, how.timeout, how.elsewhere ?? false, how.output ?? null]), run);
  };
  const toolAccess: ToolAccess = {
    read: async (path) => (await access()).read(path),
    grep: async (pattern, how) => (await access()).grep(pattern, how),
    glob: async (pattern, how) => (await access()).glob(pattern, how),
    write: async (path, content, like) => {
      isFresh = false;
      await (await access()).write(path, content, like);
    },
    remove: async (path) => {
      isFresh = false;
      await (await access()).remove(path);
    },
    exec,
  };
  return { toolAccess, close: async () => (await real)?.close() };
}
