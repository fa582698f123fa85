/**
 * Asks git in a person's worktree, which may be somebody else's repository: no program that its settings name is run.
 */
import { SETTINGS } from "#adapters/git/command/git-call.ts";
import { type Git, gitIn } from "#adapters/git/command/run-git.ts";

/** What a person's own settings may say there: which files are ignored, and which are not checked out. */
const { "core.excludesFile": _excludes, "core.sparseCheckout": _sparse, ...IN_WORKTREE } = SETTINGS;

/** Where git finds a person's settings. */
const OWN = ["HOME", "XDG_CONFIG_HOME"];

/**
 * Settings by variables, because `-c` cannot name each: the name of a filter may hold "=". Without a command a filter
 * leaves a file as it is.
 */
function withoutFilters(names: readonly string[]): Readonly<Record<string, string>> {
  const pairs = names.flatMap((name, at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, name.endsWith(".required") ? "false" : ""],
  ]);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(names.length)], ...pairs]);
}

/**
 * Git in the worktree around `folder`. The settings of the person and the machine count. Whoever looks whether a file
 * has changed runs the filters that settings name, so all of them are taken away, as they are when this is made: use
 * it for one look, not for longer.
 */
export function gitAround(folder: string): Git {
  const env = Object.fromEntries(OWN.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const git = gitIn({ folder, settings: IN_WORKTREE, env, words: [] });
  const asked = ["config", "-z", "--name-only", "--get-regexp", "^filter[.]"];
  const withoutAny = git(asked, { answers: [0, 1] }).then(({ stdout }) =>
    withoutFilters(
      stdout
        .toString()
        .split("\0")
        .filter((name) => name !== ""),
    ),
  );
  withoutAny.catch(() => undefined); // whoever asks is told
  return async (args, options = {}) => git(args, { ...options, env: { ...options.env, ...(await withoutAny) } });
}
