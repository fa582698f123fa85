/** Reads the settings of the repository for runs: its configuration file on the default branch. */
import { parseConfig } from "#agent/specs/config-file.ts";
import { CONFIG_FILE, Config } from "#core/config/config.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { ControlContext } from "./control-context.ts";

/** The settings of the repository with the commit that they were read at, or why they cannot be read. */
export type RepositorySettings =
  | { readonly kind: "settings"; readonly base: Plan["base"]; readonly config: Config }
  | { readonly kind: "wrong"; readonly why: string };

/** The label that begins a run where nothing else is configured. */
export const DEFAULT_START_LABEL = Config.parse({}).label;

/** Reads the configuration on the default branch. Throws `Failure("github")`. */
export async function readRepositorySettings({
  base: find,
  workspace,
  access,
}: Pick<ControlContext, "base" | "workspace" | "access">): Promise<RepositorySettings> {
  const base = await find();
  const text = (await workspace.paths(base.tree)).includes(CONFIG_FILE)
    ? await workspace.textAt(base.tree, CONFIG_FILE)
    : null;
  const config = attempt(() => parseConfig(text, access.keys));
  return typeof config === "string" ? { kind: "wrong", why: config } : { kind: "settings", base, config };
}

/** Gives what `read` returns, or the message of its `Error`: a file of the repository may be wrong. */
export function attempt<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
