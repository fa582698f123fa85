/** Removes the secrets from what other processes on the machine can read: this process's environment and /proc. */
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { Provider } from "#core/config/providers.ts";
import { Failure } from "#ports/failure.ts";

/** Names of variables that hold a secret, or that can be used to get one. */
const SECRET = new RegExp(
  [
    "KEY|TOKEN|SECRET|PASSW|CREDENTIAL|^REDIS_|^ACTIONS_(?:RUNTIME|ID_TOKEN|CACHE|RESULTS)_",
    ...Provider.options.map((provider) => `^${provider}_`),
  ].join("|"),
  "i",
);

/**
 * Returns the whole environment as it was, and removes its secrets from this process: from `process.env`, which
 * children inherit, and from /proc/<pid>/environ, which shows the environment at the start for as long as the process
 * lives. It also keeps memory out of a core dump of this process. Call it once, before anything is started. On other
 * systems than Linux there is no /proc to wipe. Throws `Failure("sandbox")` on Linux when the memory cannot be written.
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

/** The addresses in this process's memory where its environment begins and ends (proc(5): `env_start`, `env_end`). */
function bounds(): readonly [from: number, to: number] {
  const stat = readFileSync("/proc/self/stat", "latin1");
  // The second field is the program's name, in brackets; it may hold blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [Number(fields[47]), Number(fields[48])];
}

/** Writes zeros over each secret value. libc looks variables up by their names, so all others stay as they are. */
function wipe(): void {
  const [from, to] = bounds();
  const memory = openSync("/proc/self/mem", "r+");
  try {
    const shown = Buffer.alloc(to - from);
    readSync(memory, shown, 0, shown.length, from);
    for (const { start, end } of secretsIn(shown))
      writeSync(memory, Buffer.alloc(end - start), 0, end - start, from + start);
  } finally {
    closeSync(memory);
  }
}

/** Finds where the values of secrets begin and end, in `NAME=value` strings that each end with a NUL. */
function secretsIn(shown: Buffer): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < shown.length; ) {
    const zero = shown.indexOf(0, at);
    const end = zero === -1 ? shown.length : zero;
    const equals = shown.indexOf("=", at);
    if (equals !== -1 && equals < end && SECRET.test(shown.toString("latin1", at, equals)))
      found.push({ start: equals + 1, end });
    at = end + 1;
  }
  return found;
}
