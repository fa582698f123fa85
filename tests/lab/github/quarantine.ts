/** Git in a repository whose new objects lie in a folder of their own: what is refused is gone with the folder. */
import { join } from "node:path";
import { execa } from "execa";

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
  return async (words, input = Buffer.alloc(0)) => {
    const options = { env, extendEnv: false, input, encoding: "buffer", stripFinalNewline: false } as const;
    const { stdout } = await execa("git", words, options);
    return Buffer.from(stdout);
  };
}
