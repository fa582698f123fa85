/** Lines that a person sees scrolling by. Not the journal: nothing is ever read back from it. Never throws. */
export interface Log {
  /** `passing`: it matters until the next line only, which a terminal may show in its place. Default: it stays. */
  info(line: string, passing?: boolean): void;
  warn(line: string): void;
}
