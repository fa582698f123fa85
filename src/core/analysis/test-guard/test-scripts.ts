/** Names the scripts of a package.json that run when the tests run: `test`, and all that it calls. */
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** Programs that run other scripts of the manifest by name. */
const RUNNER = /\b(?:npm|pnpm|yarn|bun|npm-run-all2?|run-s|run-p|concurrently|wireit|turbo|nx|lerna)\b|--run\b/;

/** `test`, its parts like `test:unit`, and what npm runs before and after them. */
const TEST = /^(?:pre|post)?test(?::|$)/;

/**
 * The names of all scripts that `test` reaches, one through another, with what npm runs before and after each; parts of
 * `test` are reached where they are `known`: a new `test:e2e` that no script calls is run by nobody who ran the tests
 * before. Where a script calls a runner of scripts, every word of that part of the command that names a script counts:
 * too many rather than too few.
 */
export function testScripts(scripts: ReadonlyMap<string, string>, known: readonly string[]): ReadonlySet<string> {
  const names = [...scripts.keys()];
  const reached = new Set<string>();
  const waiting = ["test", ...known.filter((name) => TEST.test(name))];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const command = scripts.get(name);
    if (command === undefined || reached.has(name)) continue;
    reached.add(name);
    waiting.push(`pre${name}`, `post${name}`, ...calledBy(command, names));
  }
  return reached;
}

function calledBy(command: string, names: readonly string[]): readonly string[] {
  const words = command
    .split(/[;&|\n]+/)
    .filter((part) => RUNNER.test(part))
    .flatMap((part) => part.split(/[\s"'`\\]+/));
  const exact = new Set(words);
  const prefixes = words.filter((word) => /^[^*]+\*+$/.test(word)).map((word) => trimEndCharacters(word, "*"));
  return names.filter((name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix)));
}
