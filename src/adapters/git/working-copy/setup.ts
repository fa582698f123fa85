/** Runs the setup commands once for a tree, and keeps what they added. */
import type { Git } from "#adapters/git/command/run-git.ts";
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { SetupNetwork } from "#core/config/registries.ts";
import type { BlockedHost, SetupResult } from "#ports/workspace.ts";
import { removeFolder, type TempFolders } from "./folders.ts";
import { materialise } from "./materialise.ts";
import { type SetupProducts, takeProducts } from "./products.ts";

/** Milliseconds for one setup command. */
const TIMEOUT = 600_000;

export interface SetupNeeds {
  readonly git: Git;
  readonly sandbox: Sandbox;
  readonly folders: TempFolders;
  readonly listing: (tree: string) => Promise<Listing>;
  readonly network: SetupNetwork;
}

export interface Setup {
  /** As `Workspace.setup`. An interrupted or broken setup is not remembered. */
  run(tree: string, commands: readonly string[], signal: AbortSignal): Promise<SetupResult>;
  /** The files that the last successful setup added; null before. */
  products(): SetupProducts | null;
}

interface Outcome {
  readonly result: SetupResult;
  readonly products: SetupProducts | null;
}

/** The setup of one workspace. */
export function setupRunner(needs: SetupNeeds): Setup {
  const known = new Map<string, Promise<Outcome>>();
  let latest: SetupProducts | null = null;
  return {
    async run(tree, commands, signal) {
      const key = JSON.stringify([tree, commands]);
      const outcome = known.get(key) ?? perform(needs, { tree, commands, signal });
      known.set(key, outcome);
      outcome.catch(() => known.delete(key));
      const { result, products } = await outcome;
      if (result.ok) latest = products;
      return result;
    },
    products: () => latest,
  };
}

interface SetupRequest {
  readonly tree: string;
  readonly commands: readonly string[];
  readonly signal: AbortSignal;
}

/** Blocked hosts that are reported at most; a command may ask for thousands. */
const MOST_BLOCKED = 20;

/** Records each host once for a command. */
function recordBlocked(blocked: BlockedHost[], one: BlockedHost): void {
  if (
    blocked.length < MOST_BLOCKED &&
    !blocked.some(({ command, host }) => command === one.command && host === one.host)
  )
    blocked.push(one);
}

async function perform(
  { git, sandbox, folders, listing, network: given }: SetupNeeds,
  { tree, commands, signal }: SetupRequest,
): Promise<Outcome> {
  if (commands.length === 0)
    return { result: { ok: true, failed: null, blocked: [], sandbox: sandbox.kind }, products: null };
  const files = await listing(tree);
  const folder = await folders.create("pristine");
  await materialise(git, files, folder);
  const blocked: BlockedHost[] = [];
  for (const command of commands) {
    const network =
      given === "open"
        ? given
        : { hosts: given, onRefused: (host: string) => recordBlocked(blocked, { command, host }) };
    const result = await sandbox.run(folder, command, { timeout: TIMEOUT, signal, network });
    if (result.exitCode !== 0)
      return { result: { ok: false, failed: { command, result }, blocked, sandbox: sandbox.kind }, products: null };
  }
  const products = await takeProducts(folder, files, await folders.create("products"));
  await removeFolder(folder);
  return { result: { ok: true, failed: null, blocked, sandbox: sandbox.kind }, products };
}
