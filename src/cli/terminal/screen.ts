/**
 * Writes lines to a terminal so that progress does not scroll it away: a passing line is replaced by the next one.
 * Elsewhere (a file, a pipe, CI, a terminal without a cursor) every line is written as it is. No colour is ever used.
 */
import { clearLine, cursorTo } from "node:readline";
import type { Terminal } from "./terminal.ts";

/** A stream of the process. `columns`: undefined where it is no terminal. */
type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

/** Columns where a terminal does not say how many it has. */
const USUAL_COLUMNS = 80;

/** The three ways to write; `print` goes to `out`, the others to `err`. `end` takes the last passing line away. */
export interface Screen extends Pick<Terminal, "print" | "note" | "passing"> {
  readonly end: () => void;
}

/** Writes nothing by itself. */
export function screenOn(out: Stream, err: Stream & NodeJS.WritableStream, env: Terminal["env"]): Screen {
  const replaces = err.isTTY && !env["CI"] && env["TERM"] !== "dumb";
  let shown = false;
  const wipe = (): void => {
    if (!shown) return;
    cursorTo(err, 0);
    clearLine(err, 0);
    shown = false;
  };
  const note = (text: string): void => {
    wipe();
    err.write(`${text}\n`);
  };
  return {
    print: (text) => {
      wipe();
      out.write(`${text}\n`);
    },
    note,
    passing: (text) => {
      if (!replaces) return note(text);
      wipe();
      // A line that is as wide as the terminal would go on in the next one, which nothing takes away.
      err.write(text.slice(0, (err.columns || USUAL_COLUMNS) - 1));
      shown = true;
    },
    end: wipe,
  };
}
