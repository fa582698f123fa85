/** Whether a test plays on a stand-in of the outside: found out from what it imports. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The local GitHub, the simulated one, and the model that is served as the real one is. */
const LABS = ["tests/lab/github/", "tests/proofs/simulator/github/", "tests/lab/model/"];

/** True when the file, or a file of the tests that it imports, imports one of the stand-ins. A file that is not there imports nothing. */
export function playsOnTheLab(root: string, file: string): boolean {
  const seen = new Set<string>();
  const queue = [file];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (LABS.some((lab) => next.startsWith(lab))) return true;
    if (seen.has(next) || !existsSync(join(root, next))) continue;
    seen.add(next);
    queue.push(...importsOf(root, next));
  }
  return false;
}

function importsOf(root: string, file: string): readonly string[] {
  const found = readFileSync(join(root, file), "utf8").matchAll(/from "(\.[^"]+\.ts)"/g);
  return [...found].map(([, path = ""]) => normalize(join(dirname(file), path)));
}
