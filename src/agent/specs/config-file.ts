/** Parses `.github/loopwright.yml`, the configuration of a repository; the caller reads it from the base branch. */
import * as z from "zod";
import { CONFIG_FILE, Config } from "#core/config/config.ts";
import type { Provider } from "#core/config/providers.ts";
import { withUsualModels } from "#core/config/usual-models.ts";
import { readYaml } from "./yaml-file.ts";

const HELP = `The keys of ${CONFIG_FILE} are: ${Object.keys(Config.shape).join(", ")}.`;

/**
 * The configuration in the text, or all defaults where there is no file. `keys`: the providers that have a key here,
 * whose models stand behind the tiers that it leaves open. Throws an `Error` that names every wrong line.
 */
export function parseConfig(text: string | null, keys: readonly Provider[]): Config {
  return readYaml({
    file: CONFIG_FILE,
    text: text ?? "",
    schema: z.preprocess((value) => withUsualModels(value ?? {}, keys), Config),
    help: HELP,
  });
}
