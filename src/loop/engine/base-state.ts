/** Reads the base of a run from the default branch itself; the configuration comes from the base commit. */
import { parseConfig } from "#agent/specs/config-file.ts";
import type { BaseCommit } from "#core/approval/recheck-base.ts";
import type { Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import type { GitHub } from "#ports/github.ts";

/** Reads the base commit from GitHub, or in a job from its checkout. Throws `Failure`. */
export async function baseStateOf(
  { base }: Pick<Run, "base">,
  { baseCommit }: Pick<GitHub, "baseCommit">,
): Promise<BaseCommit> {
  const { config, ...there } = await baseCommit(base.commit);
  return { ...there, config: configIn(config) };
}

/** Gives all defaults where there is no file; null where it cannot be read: the caller refuses that, with a reason. */
function configIn(text: string | null): Config | null {
  try {
    return parseConfig(text);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
