/** A repository with a workspace over it, for one test. */
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { HOST_FILE, NO_WALLS } from "../sandbox/sandboxes.ts";
import { aRepository, type Repository } from "./repository.ts";

/** Every sandbox that the workspace must work over. */
export const plain = (): Sandbox => plainSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });
export const inWalls = (): Sandbox => bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });

/** Both real sandboxes; the walled one only where the machine has it (tests/adapters/sandbox says why not). */
export const SANDBOXES: readonly { readonly name: string; readonly make: () => Sandbox }[] = [
  { name: "plain", make: plain },
  ...(NO_WALLS === "" ? [{ name: "bubblewrap", make: inWalls }] : []),
];

export interface Stage {
  readonly repository: Repository;
  readonly workspace: GitWorkspace;
  readonly warnings: readonly string[];
  /** The tree of HEAD. */
  readonly tree: string;
  readonly temp: string;
}

export const FILES = {
  "README.md": "hello\n",
  "src/a.js": "export const a = 1;\n",
  "bin/tool": "#!/bin/sh\necho tool\n",
  link: "->src/a.js",
  ".gitignore": "node_modules/\ndist/\n*.log\n",
  "dist/kept.js": "tracked although ignored\n",
};

/** Runs a command in the site and gives what it printed; the test fails when the command does. */
export async function sh(site: WorkingCopy, command: string): Promise<string> {
  const result = await site.toolAccess.exec(command, { timeout: 20_000, signal: new AbortController().signal });
  expect(result, command).toMatchObject({ exitCode: 0 });
  return result.stdout;
}

/** A workspace over a fresh repository with these files; both are gone after the test. */
export function stage(make: () => Sandbox, files: Readonly<Record<string, string | null>> = FILES): Stage {
  const repository = aRepository(files);
  const temp = join(repository.home, "temp");
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (line: string) => void warnings.push(line) };
  const author = { name: "Loopwright", email: "loopwright@example.com" };
  const workspace = gitWorkspace({ gitDir: repository.gitDir, sandbox: make(), setupNetwork: [], temp, author, log });
  // For each test anew: what a module of helpers hangs up once holds for the first file that reads it, and files share their modules.
  onTestFinished(async () => {
    await workspace.dispose();
    repository.remove();
  });
  return { repository, workspace, warnings, temp, tree: repository.git("rev-parse", "HEAD^{tree}") };
}
