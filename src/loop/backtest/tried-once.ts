/** A workspace in which the same command is run once on the same tree: patches of one fix share most of their runs. */
import type { ExecOptions, ExecResult, ToolAccess } from "#ports/tool-access.ts";
import type { WorkingCopy, Workspace } from "#ports/workspace.ts";

/**
 * The workspace, whose working copies answer their first command by what it showed on a fresh copy of the tree before.
 * A copy that was written to runs its own, and so does a second command, which sees nothing of the first one. Throws as
 * the workspace does.
 */
export function triedOnce(workspace: Workspace): Workspace {
  const known = new Map<string, Promise<ExecResult>>();
  const open: Workspace["open"] = (tree, options) => {
    let real: Promise<WorkingCopy> | null = null;
    const copy = (): Promise<WorkingCopy> => (real ??= workspace.open(tree, options));
    let isFresh = true;
    const run = async (command: string, how: ExecOptions): Promise<ExecResult> =>
      (await copy()).toolAccess.exec(command, how);
    const exec = (command: string, how: ExecOptions): Promise<ExecResult> => {
      if (!isFresh) return run(command, how);
      isFresh = false;
      const key = JSON.stringify([tree, command, how.timeout, how.elsewhere ?? false, how.output ?? null]);
      const found = known.get(key) ?? run(command, how);
      known.set(key, found);
      found.catch(() => known.delete(key));
      return found;
    };
    const written =
      <A extends readonly unknown[]>(change: (access: ToolAccess, ...args: A) => Promise<void>) =>
      async (...args: A): Promise<void> => {
        isFresh = false;
        await change((await copy()).toolAccess, ...args);
      };
    const toolAccess: ToolAccess = {
      read: async (path) => (await copy()).toolAccess.read(path),
      grep: async (pattern, how) => (await copy()).toolAccess.grep(pattern, how),
      glob: async (pattern, how) => (await copy()).toolAccess.glob(pattern, how),
      write: written((access, path, content, like) => access.write(path, content, like)),
      remove: written((access, path) => access.remove(path)),
      exec,
    };
    return Promise.resolve({ toolAccess, close: async () => (await real)?.close() });
  };
  return { ...workspace, open };
}
