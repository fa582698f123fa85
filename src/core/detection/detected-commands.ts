/** Puts the commands of a plan together: those of the configuration, else those of the likeliest way. */
import { type CheckCommands, CONFIG_FILE } from "#core/config/config.ts";
import type { FoundCommand, Way } from "./way.ts";

/** Commands that set a tree up and check it. `reasons`: where each comes from, in the order in which they run. */
export interface DetectedCommands {
  readonly setup: readonly string[];
  readonly checks: CheckCommands;
  readonly reasons: readonly FoundCommand[];
}

interface Configured {
  readonly setup: readonly string[];
  readonly checks: CheckCommands;
}

const FOUND = ["test", "build", "lint", "types"] as const;

/** The commands under a configuration. An empty `setup` in it means: detect; `format` is never detected. */
export function detectedCommands({ setup, checks }: Configured, way: Way | null): DetectedCommands {
  const why = `${CONFIG_FILE} names it`;
  const before = setup.length > 0 ? setup.map((run) => ({ run, why })) : (way?.setup ?? []);
  const found = FOUND.map((name) => {
    const own = checks[name];
    return [name, own === null ? (way?.[name] ?? null) : { run: own, why }] as const;
  });
  return {
    setup: before.map(({ run }) => run),
    checks: {
      ...checks,
      ...Object.fromEntries(found.map(([name, command]) => [name, command?.run ?? null])),
    },
    reasons: [...before, ...found.flatMap(([, command]) => command ?? [])],
  };
}
