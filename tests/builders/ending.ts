/** How a program that plays for long ends: within its limit, and never without a word. What it has started is `atEnd`'s to end. */

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
