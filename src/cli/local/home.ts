/** Finds the runs of this machine: `<git-dir>/loopwright/<alias>`, with the pointer to the active one beside them. */
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileJournal } from "#adapters/file-journal/file-journal.ts";
import { readPointer } from "#adapters/file-journal/pointer-file.ts";
import { branchHead, hasBranch } from "#adapters/git/objects/branches.ts";
import type { Repository } from "#adapters/git/worktree/repository.ts";
import { memoriesAt } from "#adapters/memory/memories.ts";
import { memoryFile } from "#adapters/memory/memory-file.ts";
import { iso, systemClock } from "#adapters/system-clock.ts";
import { repositoryHere } from "#cli/here/repository-here.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { Journal } from "#ports/journal.ts";
import type { Memories } from "#ports/memory.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";

/** The one codec of the command line; dates are the machine's ISO dates in UTC. */
export const CODEC = journalCodec(iso);

export interface Home {
  readonly repository: Repository;
  /** Folder of the run with this alias. */
  readonly folderOf: (alias: string) => string;
  readonly journalOf: (alias: string) => Journal;
  /** Where the report of a run is written that was fetched as this ref. */
  readonly reportOf: (ref: string) => string;
  /** Alias of the active run; null when none is. */
  readonly active: () => Promise<string | null>;
  /** Alias of the run whose history was written last; null where there is no run. */
  readonly latest: () => Promise<string | null>;
  /** The memories of earlier runs. */
  readonly memories: Memories;
  readonly hasBranch: (branch: string) => Promise<boolean>;
  /** The commit that a branch points at; null where there is none. */
  readonly headOf: (branch: string) => Promise<string | null>;
  /** All aliases that have a folder here. */
  readonly aliases: () => Promise<readonly string[]>;
}

/**
 * Gives the home of runs of the repository around the terminal's folder. Throws `Misuse` where there is no repository
 * to work on.
 */
export async function homeOf({ folder, note }: Terminal): Promise<Home> {
  const repository = await repositoryHere(folder);
  const root = join(repository.gitDir, "loopwright");
  const folderOf = (alias: string): string => join(root, alias);
  return {
    repository,
    folderOf,
    journalOf: (alias) =>
      fileJournal(folderOf(alias), { branchGitDir: repository.gitDir, codec: CODEC, clock: systemClock, onHeal: note }),
    reportOf: (ref) => join(root, `report-${basename(ref)}.html`),
    active: async () => {
      const alias = (await readPointer(folderOf("any")))?.alias ?? null;
      // The pointer counts as none when its run's folder was removed by hand.
      return alias !== null && (await foldersIn(root)).includes(alias) ? alias : null;
    },
    latest: () => latestIn(root),
    memories: memoriesAt(memoryFile(join(root, "memory.jsonl"), systemClock)),
    hasBranch: (branch) => hasBranch(repository.gitDir, branch),
    headOf: (branch) => branchHead(repository.gitDir, branch),
    aliases: () => foldersIn(root),
  };
}

/**
 * Gives the run of an alias. Throws `Misuse` when its history is gone, and `Failure("journal")` when it cannot be read:
 * nothing is run then.
 */
export async function runOf(home: Home, alias: string): Promise<Run> {
  const journal = home.journalOf(alias);
  if ((await journal.load()).kind === "missing") {
    const file = join(home.folderOf(alias), "history.jsonl");
    throw new Misuse(
      `the run ${alias} has lost its history: put ${file} back from a copy, or remove its folder and begin a new run`,
    );
  }
  return readRun(journal);
}

async function foldersIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(absent);
  return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** A folder without a history counts as older than any. */
async function latestIn(root: string): Promise<string | null> {
  const names = await foldersIn(root);
  const written = await Promise.all(names.map((name) => stat(join(root, name, "history.jsonl")).catch(absent)));
  const times = names.map((name, index) => ({ name, at: written[index]?.mtimeMs ?? 0 }));
  return times.toSorted((a, b) => b.at - a.at)[0]?.name ?? null;
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/**
 * Gives the requested alias, else the active run's, else that of the run that was at work last: one that failed is
 * found without its name. Throws `Misuse` when there is no such run.
 */
export async function chosenAlias(home: Home, asked: string | undefined): Promise<string> {
  const known = await home.aliases();
  const alias = asked ?? (await home.active()) ?? (await home.latest());
  if (alias === null) throw new Misuse("there is no run here; loopwright new begins one");
  if (!known.includes(alias))
    throw new Misuse(`there is no run ${alias} here${known.length === 0 ? "" : `; there is: ${known.join(", ")}`}`);
  return alias;
}
