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

/**
 * The ways of a repository under its configuration, in their order; the same commands once. Never empty: where no way
 * is known, there is what the configuration says.
 */
export function configuredWays(
  configured: Configured,
  ways: readonly Way[],
): readonly [DetectedCommands, ...DetectedCommands[]] {
  const [first = null, ...rest] = ways;
  return onlyOnce([detectedCommands(configured, first), ...rest.map((way) => detectedCommands(configured, way))]);
}

/** Ways with the same setup and the same test command once: the first of them. */
export function onlyOnce([first, ...rest]: readonly [DetectedCommands, ...DetectedCommands[]]): readonly [
  DetectedCommands,
  ...DetectedCommands[],
] {
  const seen = new Set([keyOf(first)]);
  return [first, ...rest.filter((way) => !seen.has(keyOf(way)) && seen.add(keyOf(way)))];
}

function keyOf({ setup, checks }: DetectedCommands): string {
  return JSON.stringify([setup, checks.test]);
}
