/** Looks at one clone: the ways in which it may be set up and tested, and which of them works. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { gitWorkspace } from "#adapters/git/workspace.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { Config } from "#core/config/config.ts";
import { waysOf } from "#core/detection/detect-ways.ts";
import { configuredWays } from "#core/detection/detected-commands.ts";
import type { Way } from "#core/detection/way.ts";
import { repositoryFiles } from "#loop/work/detected.ts";
import { type TriedWay, tryWays } from "#loop/work/try-ways.ts";
import { say } from "../command.ts";
import type { Row } from "./row.ts";

const SILENT = { info: () => undefined, warn: () => undefined };
const AUTHOR = { name: "Loopwright", email: "loopwright@example.com" };
/** Without any configuration. */
const NOTHING = Config.parse({});
/** Milliseconds for the tests of one way. */
const TIMEOUT = 300_000;

/** Languages by the ends of their files. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ...ends("JavaScript", ".js .mjs .cjs .jsx"),
  ...ends("TypeScript", ".ts .mts .cts .tsx"),
  ...ends("C++", ".cpp .cc .cxx .hpp"),
  ...ends("Perl", ".pl .pm .t"),
  ...ends("Shell", ".sh .bash .bats"),
  ...ends("Java", ".java"),
  ...ends("Elixir", ".ex .exs"),
  ".py": "Python",
  ".go": "Go",
  ".rs": "Rust",
  ".c": "C",
  ".rb": "Ruby",
  ".php": "PHP",
  ".lua": "Lua",
};

function ends(language: string, list: string): Readonly<Record<string, string>> {
  return Object.fromEntries(list.split(" ").map((end) => [end, language]));
}

/** The language of most files. */
function languageOf(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = LANGUAGES[extname(path)];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [[most] = ["none"]] = [...counts].sort(([, a], [, b]) => b - a);
  return most;
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
    : [`    not green: ${commandsIn(one)}`, ...indented((one.failed ?? one.tests?.details ?? "no test").slice(-900))];
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

interface Look {
  readonly sandbox: Sandbox;
  /** Only what would be tried, and nothing is run. */
  readonly ways: boolean;
}

/** What comes of a clone, printed as it comes; null where nothing was run. Throws for one that cannot be read. */
export async function look(clone: string, { sandbox, ways: only }: Look): Promise<Row | null> {
  const temp = mkdtempSync(join(tmpdir(), "loopwright-repositories-"));
  const gitDir = git(clone, "rev-parse", "--absolute-git-dir");
  const workspace = gitWorkspace({ gitDir, sandbox, setupNetwork: [], temp, author: AUTHOR, log: SILENT });
  try {
    const commit = git(clone, "rev-parse", "HEAD");
    const tree = await workspace.treeOf(commit);
    const files = await repositoryFiles(workspace, tree);
    const ways = waysOf(files);
    say(`${basename(clone)} ${commit}`);
    if (only) {
      say(...ways.flatMap(wayLines));
      return null;
    }
    const signal = new AbortController().signal;
    const trial = { workspace, tree, timeout: TIMEOUT, signal, now: () => Date.now() };
    const { chosen, tried } = await tryWays(configuredWays(NOTHING, ways), trial);
    say(...tried.flatMap(triedLines));
    const best = chosen ?? tried[0] ?? null;
    return {
      repository: basename(clone).replace("+", "/"),
      commit,
      language: languageOf(files.paths),
      green: chosen?.tests?.green === true,
      setup: [...(best?.commands.setup ?? [])],
      test: best?.commands.checks.test ?? null,
      names: chosen?.tests?.names?.passed.length ?? 0,
      seconds: { setup: seconds(best?.setupMs ?? 0), test: seconds(best?.testMs ?? 0) },
    };
  } finally {
    await workspace.dispose();
    rmSync(temp, { recursive: true, force: true });
  }
}
