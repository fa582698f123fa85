/** Git in a repository whose new objects lie in a folder of their own: what is refused is gone with the folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Runs one git command and gives what it printed. Rejects with an `Error` where it fails. */
export type Git = (words: readonly string[], input?: Buffer) => Promise<Buffer>;

/** https://git-scm.com/docs/git-receive-pack#_quarantine_environment: reads `folder` and `objects`, and writes to `objects` only. */
export function gitOver(folder: string, objects: string): Git {
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_DIR: folder,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(folder, "objects"),
  };
  return async (words, input) => {
    const child = spawn("git", words, { env, stdio: ["pipe", "pipe", "pipe"] });
    // It may end before it has read all; its code says why.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const [out, words_] = [child.stdout.toArray(), child.stderr.toArray()];
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`git ${words.join(" ")} ended with ${code}: ${Buffer.concat(await words_).toString()}`);
    return Buffer.concat(await out);
  };
}
