/** What the environment of this process shows to others on the machine: its secrets are taken out of it, and out of /proc (EX-19). */
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { Failure } from "#ports/failure.ts";

/** Names of variables that hold secrets, or are good for something with one. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|^ANTHROPIC_|^OPENAI_|^REDIS_|^ACTIONS_(?:RUNTIME|ID_TOKEN|CACHE|RESULTS)_/i;

/**
 * Gives the whole environment as it was, and leaves this process without its secrets: in `process.env`, which children inherit, and in
 * /proc/<pid>/environ, which shows what a process was started with for as long as it lives. A core dump of this process holds no memory.
 * Call it once, before anything is started. Where the system is no Linux there is nothing to wipe. Throws
 * `Failure("sandbox")` where it is one and the memory cannot be written.
 */
export function takeEnvironment(): Readonly<NodeJS.ProcessEnv> {
  const whole = { ...process.env };
  for (const name of Object.keys(whole)) if (SECRET.test(name)) delete process.env[name];
  if (process.platform === "linux") {
    try {
      writeFileSync("/proc/self/coredump_filter", "0");
      wipe();
    } catch (cause) {
      throw new Failure(
        "sandbox",
        `this process's own environment in /proc cannot be wiped, so its keys could be read there: ${String(cause)}`,
        {
          retryable: false,
          cause,
        },
      );
    }
  }
  return whole;
}

/** The first bytes of a process's memory that its environment takes, and the first that it does not (proc(5): `env_start`, `env_end`). */
function bounds(): readonly [from: number, to: number] {
  const stat = readFileSync("/proc/self/stat", "latin1");
  // The second field is the program's name, in brackets, and may hold blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [Number(fields[47]), Number(fields[48])];
}

/** Zeros in the place of each value. libc looks variables up by their names, so that all others stay as they are. */
function wipe(): void {
  const [from, to] = bounds();
  const memory = openSync("/proc/self/mem", "r+");
  try {
    const shown = Buffer.alloc(to - from);
    readSync(memory, shown, 0, shown.length, from);
    for (const { start, end } of secretsIn(shown)) writeSync(memory, Buffer.alloc(end - start), 0, end - start, from + start);
  } finally {
    closeSync(memory);
  }
}

/** Where the values of secrets begin and end, in `NAME=value` strings that each end with a NUL. */
function secretsIn(shown: Buffer): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < shown.length; ) {
    const zero = shown.indexOf(0, at);
    const end = zero === -1 ? shown.length : zero;
    const equals = shown.indexOf("=", at);
    if (equals !== -1 && equals < end && SECRET.test(shown.toString("latin1", at, equals))) found.push({ start: equals + 1, end });
    at = end + 1;
  }
  return found;
}
