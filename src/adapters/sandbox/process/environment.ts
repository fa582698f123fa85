/** Builds the environment of untrusted code from a list of allowed variables, and nothing else. */

/** Variables of a child process. */
export type Environment = Readonly<Record<string, string>>;

/**
 * PATH, LANG, TERM, TZ of the driver, HOME and TMPDIR as given, CI as `true` (but not with `elsewhere`: see
 * `ExecOptions`), and git never prompts. Everything else is left out: the secrets, the runner's command files,
 * NODE_OPTIONS, and NODE_TEST_CONTEXT, which makes a nested `node --test` run nothing and report success.
 */
export function commandEnvironment(
  outer: Readonly<Record<string, string | undefined>>,
  folders: { readonly home: string; readonly temporary: string },
  elsewhere = false,
): Environment {
  const zone = outer["TZ"];
  return {
    PATH: outer["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: outer["LANG"] ?? "C.UTF-8",
    TERM: outer["TERM"] ?? "dumb",
    ...(zone === undefined ? {} : { TZ: zone }),
    HOME: folders.home,
    TMPDIR: folders.temporary,
    ...(elsewhere ? {} : { CI: "true" }),
    GIT_TERMINAL_PROMPT: "0",
  };
}
