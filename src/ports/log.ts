/** Lines that a person sees scrolling by. Not the journal: nothing is ever read back from it. Never throws. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
