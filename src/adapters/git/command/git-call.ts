/** Words and environment of a call of git: isolated from the caller's, and no repository can start a program. */

export type GitEnvironment = Readonly<Record<string, string>>;

/**
 * Each setting stops something that a repository's own settings could start, or that would change an answer. Data.
 */
export const SETTINGS = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.attributesFile": "/dev/null",
  "core.excludesFile": "/dev/null",
  "core.quotePath": "false",
  "core.splitIndex": "false",
  "core.sparseCheckout": "false",
  "core.pager": "cat",
  "protocol.allow": "never",
  "credential.helper": "",
  "commit.gpgSign": "false",
  "i18n.commitEncoding": "UTF-8",
  "log.showSignature": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
};

const FLAGS = ["--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"];

/** Where git runs, with which settings, and in which environment beside `environment()`. */
export interface Place {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Words before the command. */
  readonly words: readonly string[];
}

/** The words and the options of a call. */
export function callAt(
  { folder, settings, env: own, words }: Place,
  args: readonly string[],
  env: GitEnvironment = {},
) {
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const options = {
    cwd: folder,
    env: { ...environment(), ...own, ...env },
    extendEnv: false,
    encoding: "buffer",
    stripFinalNewline: false,
    // It ends by itself, with its input at the latest, and is better not ended in the midst of a write.
    cleanup: false,
    reject: false,
  } as const;
  return { words: [...FLAGS, ...set, ...words, ...args], options };
}

/** The same language and rules on every machine; only PATH is inherited. */
function environment(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LC_ALL: "C",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
  };
}
