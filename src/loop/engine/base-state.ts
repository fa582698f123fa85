/** What a run stands on, read where it lies: the text of the configuration comes from the base commit itself. */
import { parseConfig } from "#agent/specs/config-file.ts";
import type { BaseCommit } from "#core/approval/recheck-base.ts";
import type { Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import type { GitHub } from "#ports/github.ts";

/** The ground of a run, asked of whoever knows the default branch. Throws `Failure`. */
export async function baseStateOf(
  { base }: Pick<Run, "base">,
  { baseCommit }: Pick<GitHub, "baseCommit">,
): Promise<BaseCommit> {
  const { config, ...there } = await baseCommit(base.commit);
  return { ...there, config: configIn(config) };
}

/** All defaults where there is no file; null where it cannot be read: whoever asks refuses that, and says so. */
function configIn(text: string | null): Config | null {
  try {
    return parseConfig(text);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
