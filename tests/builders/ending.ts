/** How a program that plays for long ends: within its limit, and without what it has started, whatever happens. */

const tidying = new Set<() => void>();
let heard = false;

/** Has something tidied up when this process ends in any way but by SIGKILL; it must be done at once. Gives what takes that back. */
export function atEnd(tidy: () => void): () => void {
  if (!heard) process.on("exit", tidyUp);
  heard = true;
  tidying.add(tidy);
  return () => void tidying.delete(tidy);
}

/** The last thing first. What could not be tidied up is said, and keeps nobody from the rest. */
function tidyUp(): void {
  for (const tidy of [...tidying].reverse()) {
    try {
      tidy();
    } catch (error) {
      process.stderr.write(`at the end: ${String(error)}\n`);
    }
  }
}

/** Ends this process with 1 after so many milliseconds, or when a signal tells it to, and says what it waited for. Gives what takes that back. */
export function endWithin(ms: number, waitsFor: () => string): () => void {
  const end = (why: string): void => {
    process.stdout.write(`WRONG: ${why}; it waited for ${waitsFor()}\n`);
    process.exit(1);
  };
  const timer = setTimeout(() => end(`not over after ${ms / 1_000} s`), ms);
  const onSignal = (signal: NodeJS.Signals): void => end(`ended by ${signal}`);
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
