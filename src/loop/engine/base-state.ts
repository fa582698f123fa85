/** Reads the base of a run from the default branch itself; the configuration comes from the base commit. */
import { parseConfig } from "#agent/specs/config-file.ts";
import type { BaseCommit } from "#core/approval/recheck-base.ts";
import type { Config } from "#core/config/config.ts";
import { Provider } from "#core/config/providers.ts";
import type { Run } from "#core/run/run.ts";
import { canonicalJson } from "#core/values/digest.ts";
import type { GitHub } from "#ports/github.ts";

/** Reads the base commit from GitHub, or in a job from its checkout. Throws `Failure`. */
export async function baseStateOf(
  { base, config: own }: Pick<Run, "base" | "config">,
  { baseCommit }: Pick<GitHub, "baseCommit">,
): Promise<BaseCommit> {
  const { config, ...there } = await baseCommit(base.commit);
  return { ...there, config: configIn(config, own.models) };
}

/**
 * Gives all defaults where there is no file; null where it cannot be read: the caller refuses that, with a reason. The
 * keys of whoever began the run decided which provider's models stand behind the tiers that the file leaves open, so
 * those of any provider of the table will do.
 */
function configIn(text: string | null, models: Config["models"]): Config | null {
  try {
    const read = Provider.options.map((provider) => parseConfig(text, [provider]));
    return read.find((config) => canonicalJson(config.models) === canonicalJson(models)) ?? parseConfig(text, []);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
