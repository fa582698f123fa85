/** `loopwright schema`: prints the JSON Schema of `.github/loopwright.yml`, for an editor without a network. */
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { configSchema } from "#core/config/config-schema.ts";

/** Idempotent. */
export async function printSchema(_args: Arguments, terminal: Terminal): Promise<number> {
  terminal.print(JSON.stringify(configSchema(), null, 2));
  return DONE;
}
