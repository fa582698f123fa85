/** What the repository says about runs, on its default branch. */
import { parseConfig } from "#agent/specs/config-file.ts";
import { CONFIG_FILE, Config } from "#core/config/config.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { ControlContext } from "./control-context.ts";

/** What the repository says about runs, or why it cannot be read. */
export type RepositorySettings =
  | { readonly kind: "settings"; readonly base: Plan["base"]; readonly config: Config }
  | { readonly kind: "wrong"; readonly why: string };

/** The label that begins a run where nothing else is configured. */
export const DEFAULT_START_LABEL = Config.parse({}).label;

/** The configuration on the default branch. Throws `Failure("github")`. */
export async function readRepositorySettings({ base: find, workspace }: ControlContext): Promise<RepositorySettings> {
  const base = await find();
  const text = (await workspace.paths(base.tree)).includes(CONFIG_FILE)
    ? await workspace.textAt(base.tree, CONFIG_FILE)
    : null;
  const config = attempt(() => parseConfig(text));
  return typeof config === "string" ? { kind: "wrong", why: config } : { kind: "settings", base, config };
}

/** What a reader of the repository's own files gives, or its complaint. */
export function attempt<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
