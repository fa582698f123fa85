/**
 * The part of the machine that a command sees; read once in main, injected everywhere (tests run the built program).
 */
export interface Terminal {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For people and programs: standard output. */
  readonly print: (text: string) => void;
  /** Progress and warnings: standard error. */
  readonly note: (text: string) => void;
  /** Progress that matters until the next line: where a person looks at a terminal, that one replaces it. */
  readonly passing: (text: string) => void;
  /** Milliseconds since the program began. */
  readonly elapsed: () => number;
  /** Aborted by Ctrl-C (SIGINT), SIGTERM, or the end of the terminal (SIGHUP). */
  readonly signal: AbortSignal;
  /** Absolute path of `tool-host.mjs`, which lies beside the program. */
  readonly hostFile: string;
}
