/** Somebody's git for tests: a folder of its own, nobody's configuration, and addresses of the loopback GitHub. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

/** A folder of its own, and git in it without anybody's configuration. */
export async function place(): Promise<{ folder: string; git: (...words: readonly string[]) => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-clone-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
  };
  const git = async (...words: readonly string[]) => (await promisify(execFile)("git", words, { cwd: folder, env })).stdout.trim();
  return { folder, git };
}

/** The address of a repository of `acme` with a token, as git takes it. */
export function addressOf(url: string, name: string, token?: string): string {
  return `${token === undefined ? url : url.replace("//", `//x-access-token:${token}@`)}/acme/${name}.git`;
}
