/** A folder with a repository and a journal in it, for tests. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { fileJournal } from "#adapters/file-journal/file-journal.ts";
import type { Clock } from "#ports/clock.ts";
import type { Journal } from "#ports/journal.ts";
import type { JournalHarness } from "../contracts/journal-contract.ts";
import { CODEC } from "../contracts/plain-codec.ts";
import { aRepository, type Repository } from "../git/repository.ts";

export const REAL_CLOCK: Clock = { now: () => Date.now(), sleep: (ms) => setTimeout(ms) };

export interface Workshop extends JournalHarness {
  readonly branch: (name: string) => string | null;
  readonly setBranch: (name: string, commit: string) => void;
  readonly repository: Repository;
  /** The run's folder. */
  readonly folder: string;
  readonly healed: readonly string[];
  readonly openWith: (clock: Clock) => Journal;
}

/** It is gone after the test. */
export function aWorkshop(): Workshop {
  const repository = aRepository();
  onTestFinished(() => repository.remove());
  const folder = join(repository.gitDir, "loopwright", "alias");
  const tree = repository.git("rev-parse", "HEAD^{tree}");
  const commit = (name: string): string => repository.git("commit-tree", tree, "-p", "HEAD", "-m", name);
  const healed: string[] = [];
  const onHeal = (line: string): void => void healed.push(line);
  const openWith = (clock: Clock): Journal => fileJournal(folder, { branchGitDir: repository.gitDir, codec: CODEC, clock, onHeal });
  return {
    repository,
    folder,
    healed,
    openWith,
    open: () => openWith(REAL_CLOCK),
    branch: (name) => repository.git("for-each-ref", "--format=%(objectname)", `refs/heads/${name}`) || null,
    setBranch: (name, sha) => void repository.git("update-ref", `refs/heads/${name}`, sha),
    commits: [commit("one"), commit("two"), commit("three")],
    rounds: 50,
    ruin: () => appendFileSync(join(folder, "history.jsonl"), "not json\n"),
  };
}
