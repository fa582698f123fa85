/** Sets dependencies up once for all fixes that lock the same ones: setup is what costs most. */
import { setupKeyOf } from "#core/backtest/setup-key.ts";
import type { Workspace } from "#ports/workspace.ts";

/** A workspace with folders of its own. `dispose` removes them; idempotent. */
export interface OwnWorkspace extends Workspace {
  dispose(): Promise<void>;
}

/** Gives the workspace in which a tree is tried. Throws as the workspace does. */
export type Setups = (tree: string) => Promise<Workspace>;

/**
 * One workspace at a time, for neighbours in a history lock the same dependencies mostly: the one before is disposed
 * of. All trees that share it are set up as the first of them is. `make` gives one in which nothing was set up.
 */
export function setupsOf(make: () => OwnWorkspace, reader: Pick<Workspace, "blobs">): Setups {
  let current: { readonly key: string; readonly first: string; readonly workspace: OwnWorkspace } | null = null;
  return async (tree) => {
    const key = setupKeyOf(await reader.blobs(tree));
    if (current?.key !== key) {
      await current?.workspace.dispose();
      current = { key, first: tree, workspace: make() };
    }
    const { workspace, first } = current;
    return { ...workspace, setup: (_, commands, signal) => workspace.setup(first, commands, signal) };
  };
}
