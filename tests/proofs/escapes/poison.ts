/** One poisoning: a worker poisons git in its folder, the driver does all that it does with a worker's folder, and a check uses git there. */
import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gitWorkspace } from "#adapters/git/workspace.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import { aRepository, type Repository } from "../../adapters/git/repository.ts";
import type { Poison } from "./poisons.ts";

/** `live`: it went off where git was used in the folder, so it was one. `executed`: it left a mark on the machine outside. `kept`: the work was taken over whole, and the repository is as it was. */
export interface Poisoned {
  readonly live: boolean;
  readonly executed: boolean;
  readonly kept: boolean;
}

const FILES = { "README.md": "hello\n", "src/a.js": "export const a = 1;\n" };
const CHANGED = "export const a = 2;\n";
const SILENT = { info: () => undefined, warn: () => undefined };

/** Plays it in a repository of its own. Throws where the sandbox or git does not work. */
export async function poison(sandbox: Sandbox, { plant, use }: Poison): Promise<Poisoned> {
  const repository = aRepository(FILES);
  const outside = join(repository.home, "outside");
  await mkdir(outside);
  const author = { name: "Loopwright", email: "loopwright@example.com" };
  const temp = join(repository.home, "temp");
  const workspace = gitWorkspace({ gitDir: repository.gitDir, sandbox, setupNetwork: [], temp, author, log: SILENT });
  try {
    const before = repository.state();
    const site = await workspace.open(repository.git("rev-parse", "HEAD^{tree}"), { git: true });
    const fire = `F='touch fired ${join(outside, "mark")}'`;
    await exec(site, `${fire}; git config user.name w; git config user.email w@x; ${plant}`);
    await site.toolAccess.write("src/a.js", CHANGED);
    const kept = await drivenOver(workspace, site, repository);
    await exec(site, use);
    const { stdout } = await exec(site, "find . -name fired");
    return { live: stdout !== "", executed: readdirSync(outside).length > 0, kept: kept && repository.state() === before };
  } finally {
    await workspace.dispose();
    repository.remove();
  }
}

function exec(site: WorkingCopy, command: string): ReturnType<WorkingCopy["toolAccess"]["exec"]> {
  return site.toolAccess.exec(command, { timeout: 60_000, signal: new AbortController().signal });
}

/** All that the driver does: the folder is read back, committed, compared, merged and opened again. */
async function drivenOver(workspace: ReturnType<typeof gitWorkspace>, site: WorkingCopy, repository: Repository): Promise<boolean> {
  const parent = repository.git("rev-parse", "HEAD");
  const base = repository.git("rev-parse", "HEAD^{tree}");
  const { tree } = await workspace.snapshot(site, { protected: [] });
  const commit = await workspace.commit({ tree, parent, message: "m", at: 1000 });
  await workspace.patch(base, tree, 10_000);
  await workspace.merge(commit, parent);
  const again = await workspace.open(tree, { git: true });
  const text = await again.toolAccess.read("src/a.js");
  await again.close();
  return text === CHANGED && repository.git("show", `${commit}:src/a.js`) === CHANGED.trim();
}
