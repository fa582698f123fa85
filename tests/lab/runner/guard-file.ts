/** Where the guard of Node actions lies: this may run as a source file or inside a bundle of the same checkout. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const GUARD = "tests/lab/runner/loopback-guard.cjs";

/** Absolute path. Throws an `Error` outside a checkout: no action runs unguarded. */
export function guardFile(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, GUARD))) return join(folder, GUARD);
  throw new Error(`the lab's runner needs its checkout: there is no ${GUARD} above ${start}`);
}
