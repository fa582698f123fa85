/** What a process has started and made is tidied up when it ends, whatever ends it but SIGKILL. */

const tidying = new Set<() => void>();
let heard = false;

/** Has something tidied up when this process ends; it must be done at once. Gives what takes that back. */
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
