/** Somebody's git for tests: a folder of its own, nobody's configuration, and addresses of the loopback GitHub. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

/** Git in a folder of its own. */
interface Place {
  readonly folder: string;
  /** Runs a command of git and gives what it printed. */
  readonly git: (...words: readonly string[]) => Promise<string>;
}

/** A folder that is gone after the test. `more`: variables that git is given beside its own, such as who commits. */
export async function place(more: Readonly<Record<string, string>> = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-clone-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    ...more,
  };
  const git = async (...words: readonly string[]) => (await promisify(execFile)("git", words, { cwd: folder, env })).stdout.trim();
  return { folder, git };
}

/** The address of a repository of `acme` with a token, as git takes it. */
export function addressOf(url: string, name: string, token?: string): string {
  return `${token === undefined ? url : url.replace("//", `//x-access-token:${token}@`)}/acme/${name}.git`;
}
