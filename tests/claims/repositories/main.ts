/**
 * `npm run repositories -- <folder>`: in every clone below the folder, how it is set up and tested by itself, without any configuration.
 * Its own code runs: in the sandbox, or with `--unsandboxed` without one. `--only a,b`: these clones alone. `--ways`: what would be tried, and
 * nothing is run. Reads the clones and changes none of them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { Config } from "#core/config/config.ts";
import { waysOf } from "#core/detection/detect-ways.ts";
import { configuredWays } from "#core/detection/detected-commands.ts";
import type { Way } from "#core/detection/way.ts";
import { repositoryFiles } from "#loop/work/detected.ts";
import { type TriedWay, tryWays } from "#loop/work/try-ways.ts";
import { say } from "../command.ts";

const SILENT = { info: () => undefined, warn: () => undefined };
const AUTHOR = { name: "Loopwright", email: "loopwright@example.com" };
/** Without any configuration. */
const NOTHING = Config.parse({});
/** Milliseconds for the tests of one way. */
const TIMEOUT = 300_000;

interface Options {
  readonly unsandboxed: boolean;
  readonly ways: boolean;
}

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();

const indented = (text: string): readonly string[] => text.split("\n").map((line) => `      ${line}`);

function wayLines({ name, setup, test }: Way): readonly string[] {
  return [...setup, ...(test === null ? [] : [test])].map(({ run, why }) => `    ${name}: ${run}  (${why})`);
}

const commandsIn = ({ commands: { setup, checks } }: TriedWay): string => [...setup, checks.test ?? "no test"].join("; ");

function triedLines(one: TriedWay): readonly string[] {
  return one.failed === null && one.tests?.green === true
    ? []
    : [`    not green: ${commandsIn(one)}`, ...indented((one.failed ?? one.tests?.details ?? "nothing tests it").slice(-900))];
}

/** True for a repository that comes up green without any configuration. */
async function look(folder: string, workspace: GitWorkspace, { ways: only }: Options): Promise<boolean> {
  const commit = git(folder, "rev-parse", "HEAD");
  const tree = await workspace.treeOf(commit);
  const ways = waysOf(await repositoryFiles(workspace, tree));
  say(`${basename(folder)} ${commit}`);
  if (only) {
    say(...ways.flatMap(wayLines));
    return ways.length > 0;
  }
  const { chosen, tried } = await tryWays(configuredWays(NOTHING, ways), {
    workspace,
    tree,
    timeout: TIMEOUT,
    signal: new AbortController().signal,
    now: () => Date.now(),
  });
  say(...tried.flatMap(triedLines));
  if (chosen === null || chosen.tests === null || !chosen.tests.green) {
    say("  NOT green");
    return false;
  }
  const names = chosen.tests.names?.passed.length ?? 0;
  say(
    ...chosen.commands.reasons.map(({ run, why }) => `    ${run}  (${why})`),
    `  green, ${names} names, setup ${seconds(chosen.setupMs)} s, tests ${seconds(chosen.testMs)} s`,
  );
  return true;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

async function main(args: readonly string[]): Promise<boolean> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { unsandboxed: flag, ways: flag, only: { type: "string" } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("name the folder of the clones: npm run repositories -- <folder>");
  const wanted = values.only?.split(",");
  const clones = readdirSync(resolve(folder)).filter((name) => wanted === undefined || wanted.includes(name));
  const limits = PROCESS_LIMITS;
  const sandbox = values.unsandboxed
    ? plainSandbox({ hostFile: resolve("dist/tool-host.mjs"), limits })
    : bubblewrapSandbox({ hostFile: resolve("dist/tool-host.mjs"), limits });
  const results: boolean[] = [];
  for (const name of clones.sort()) {
    const clone = join(resolve(folder), name);
    const temp = mkdtempSync(join(tmpdir(), "loopwright-repositories-"));
    const workspace = gitWorkspace({
      gitDir: git(clone, "rev-parse", "--absolute-git-dir"),
      sandbox,
      setupNetwork: [],
      temp,
      author: AUTHOR,
      log: SILENT,
    });
    results.push(await look(clone, workspace, values).finally(() => workspace.dispose()));
    rmSync(temp, { recursive: true, force: true });
  }
  say(`${results.filter((one) => one).length} of ${results.length} repositories are green without any configuration`);
  return results.every((one) => one);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
