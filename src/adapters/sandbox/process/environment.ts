/** Builds the environment of untrusted code from a list of allowed variables, and nothing else. */

/** Variables of a child process. */
export type Environment = Readonly<Record<string, string>>;

/** Zones in which it is another day for most of the time, and terminals that every system knows. */
const ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago"] as const;
const TERMINALS = ["xterm-256color", "vt100"] as const;

function another([first, second]: readonly [string, string], than: string | undefined): string {
  return first === than ? second : first;
}

/**
 * PATH, LANG, TERM, TZ of the driver, HOME and TMPDIR as given, CI as `true`, and git never prompts. With `elsewhere`
 * (see `ExecOptions`) there is no CI, and TERM and TZ are others. Everything else is left out: the secrets, the
 * runner's command files, NODE_OPTIONS, and NODE_TEST_CONTEXT, which makes a nested `node --test` run nothing and
 * report success.
 */
export function commandEnvironment(
  outer: Readonly<Record<string, string | undefined>>,
  folders: { readonly home: string; readonly temporary: string },
  elsewhere = false,
): Environment {
  const zone = elsewhere ? another(ZONES, outer["TZ"]) : outer["TZ"];
  const terminal = outer["TERM"] ?? "dumb";
  return {
    PATH: outer["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: outer["LANG"] ?? "C.UTF-8",
    TERM: elsewhere ? another(TERMINALS, terminal) : terminal,
    ...(zone === undefined ? {} : { TZ: zone }),
    HOME: folders.home,
    TMPDIR: folders.temporary,
    ...(elsewhere ? {} : { CI: "true" }),
    GIT_TERMINAL_PROMPT: "0",
  };
}
