/** Where this checkout lies: the demo runs as a bundle below `dist/`, as a source file below `tests/`, and from any folder. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Files of the demo, as paths from the root of the checkout. */
const HOME = "tests/journeys/demo";

/** Absolute path of a file of the demo. Throws an `Error` outside a checkout. */
export function demoFile(...names: readonly string[]): string {
  return checkout(HOME, ...names);
}

/** Absolute path of a file of the checkout, or of the checkout itself. Throws an `Error` outside one. */
export function checkout(...names: readonly string[]): string {
  return join(rootOf(dirname(fileURLToPath(import.meta.url))), ...names);
}

/** Absolute path of a built program: `cli.mjs`. Throws an `Error` before `npm run build`. */
export function builtProgram(name: string): string {
  const file = checkout("dist", name);
  if (!existsSync(file)) throw new Error(`there is no ${file}; run npm run build first`);
  return file;
}

function rootOf(folder: string): string {
  if (existsSync(join(folder, HOME, "passages.yaml"))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`the demo needs its checkout: there is no ${HOME} above ${fileURLToPath(import.meta.url)}`);
  return rootOf(above);
}
