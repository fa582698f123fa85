/** What a desk of a story stands on: an issue on GitHub in memory, journals in memory, a repository that is a map of files, a scripted model. */
import { NO_PUBLISHER } from "#adapters/absent.ts";
import { builtInRoles } from "#agent/specs/roles.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { isOver } from "#core/run/resting-stages.ts";
import { runSummaryOf } from "#core/runs/run-summary.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { DashboardIssue } from "#ports/dashboard.ts";
import type { Journal } from "#ports/journal.ts";
import type { Workspace } from "#ports/workspace.ts";
import * as j from "../../builders/journal.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { memoryDashboard } from "../../fakes/memory-dashboard.ts";
import { type MemoryGitHub, memoryGitHub } from "../../fakes/memory-github.ts";
import { type MemoryStore, memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";
import { type MemoryShelf, memoryMemories, memoryShelf } from "../../fakes/memory-memories.ts";
import { type ScriptedModel, scriptedModel, type Turn } from "../../fakes/scripted-model.ts";
import { FILES, script } from "../bench.ts";

export const WORKFLOW = ".github/workflows/loopwright.yml";
/** The login of the App. */
export const APP = "loopwright[bot]";
const HERE = { appLogin: async () => APP, iso: (ms: number) => new Date(ms).toISOString(), publisherOf: () => NO_PUBLISHER };
const BASE = { commit: j.sha("b"), tree: j.sha("0"), branch: "main" };

export interface DeskOptions {
  readonly turns?: Readonly<Record<string, readonly Turn[]>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly issue?: Partial<MemoryGitHub["now"]>;
  /** What earlier runs left, as the text of `memory.jsonl`. */
  readonly memory?: string;
  /** A job of the workflow tries plans. */
  readonly rehearses?: "job" | null;
  /** The signal of whoever works at the desk now; one that is never aborted where it is absent. */
  readonly signal?: () => AbortSignal;
}

export interface DeskWorld {
  readonly github: MemoryGitHub;
  readonly model: ScriptedModel;
  readonly desk: ControlContext;
  readonly kit: StepContext;
  readonly files: Map<string, string>;
  readonly branches: string[];
  /** What was taken away: the run's id and its branch. */
  readonly removed: readonly (readonly [string, string | null])[];
  /** What earlier runs left. */
  readonly shelf: MemoryShelf;
  /** By the run's id, in the order in which they began. */
  readonly stores: ReadonlyMap<string, MemoryStore>;
  /** Milliseconds since the epoch; a test moves it. */
  readonly time: { now: number };
  readonly warnings: readonly string[];
  /** The issue of the dashboard; empty before one was opened. */
  readonly board: DashboardIssue[];
}

const NEVER = new AbortController().signal;

const NONE = (): Promise<never> => Promise.reject(new Error("the desk has no such tool"));

function reader(files: ReadonlyMap<string, string>): Workspace {
  return {
    sandbox: "none",
    paths: async () => [...files.keys()],
    blobs: async () => files,
    textAt: async (_tree, path) => files.get(path) ?? null,
    outlineAt: () => Promise.resolve(null),
    faultSpotsAt: () => Promise.resolve([]),
    weights: NONE,
    open: async () => ({ toolAccess: mapHands(Object.fromEntries(files)), close: async () => undefined }),
    setup: NONE,
    fresh: () => {
      throw new Error("the desk has no such tool");
    },
    snapshot: NONE,
    treeOf: NONE,
    changes: NONE,
    objections: NONE,
    patch: NONE,
    edited: NONE,
    restore: NONE,
    commit: NONE,
    merge: NONE,
    mergeTrees: NONE,
  };
}

/** The journals of one issue: at most one of them is of an active run, as the refs of GitHub would have it. */
function archive() {
  const stores = new Map<string, MemoryStore>();
  const isActive = ({ events, unreadable }: MemoryStore): boolean => {
    const run = replay(events ?? []);
    return unreadable !== null || run === null || !isOver(run.stage);
  };
  const active = (): MemoryStore | null => [...stores.values()].filter(isActive).at(-1) ?? null;
  function journalOf(runId: string): Journal {
    const known = stores.get(runId);
    if (known !== undefined) return memoryJournal(known);
    const store = memoryStore();
    const journal = memoryJournal(store);
    const append: Journal["append"] = async (events, after) => {
      if (!stores.has(runId) && active() !== null) return "conflict";
      stores.set(runId, store);
      return journal.append(events, after);
    };
    return { ...journal, append };
  }
  const latest = (): MemoryStore | null => [...stores.values()].at(-1) ?? null;
  const runs: ControlContext["runs"] = async () =>
    [...stores].map(([runId, store]) => ({ issue: 7, runId, at: store.events?.[0]?.at ?? 0, open: store === active() }));
  const summaries: ControlContext["summaries"] = async () =>
    (await runs()).map((run) => {
      const replayed = replay(stores.get(run.runId)?.events ?? []);
      return { ...run, summary: replayed === null ? null : runSummaryOf(replayed) };
    });
  const removed: (readonly [string, string | null])[] = [];
  const removeFrom =
    (branches: readonly string[]): ControlContext["remove"] =>
    async (_issue, runId, branch) => {
      removed.push([runId, branch?.name ?? null]);
      stores.delete(runId);
      return branch === null || branches.includes(branch.name) ? "gone" : "moved";
    };
  return { stores, active, latest, journalOf, runs, summaries, removed, removeFrom };
}

/** An open issue of ana's, in a repository with the workflow file. The clock stands still until somebody moves it. */
export function deskWorld({
  turns = {},
  files: more = {},
  issue = {},
  memory = "",
  signal = () => NEVER,
  rehearses = null,
}: DeskOptions): DeskWorld {
  const time = { now: Date.parse("2026-01-02T10:00:00Z") };
  const github = memoryGitHub(7, undefined, () => time.now);
  github.now = { ...github.now, labels: ["loop"], ...issue };
  const files = new Map(Object.entries({ ...FILES, [WORKFLOW]: "on: workflow_dispatch\n", ...more }));
  github.baseCommit = async () => ({ branch: BASE.branch, inHistory: true, tree: BASE.tree, config: files.get(CONFIG_FILE) ?? null });
  const branches: string[] = [];
  const warnings: string[] = [];
  const board: DashboardIssue[] = [];
  const model = scriptedModel(script(turns));
  const { stores, active, latest, journalOf, runs, summaries, removed, removeFrom } = archive();
  const shelf = memoryShelf(memory);
  const world = {
    memories: memoryMemories(shelf),
    model,
    workspace: reader(files),
    publisher: NO_PUBLISHER,
    github,
    clock: { now: () => time.now, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) },
    random: { hex: (bytes: number) => "0".repeat(bytes * 2) },
    secrets: { auditKey: () => Promise.resolve(null), renew: NONE },
    log: { info: () => undefined, warn: (line: string) => void warnings.push(line) },
    web: { get: NONE },
    worker: null,
    pollInterval: 5_000,
    tell: () => undefined,
    redact: (text: string) => text,
    signal: NEVER,
    whenAborted: "put_down" as const,
  };
  const desk: ControlContext = {
    ...world,
    ...HERE,
    workflow: WORKFLOW,
    base: async () => BASE,
    branches: async (prefix) => branches.filter((name) => name.startsWith(prefix)),
    active: async () => over(active()),
    latest: async () => over(latest()),
    isLast: async (runId) => [...stores.keys()].sort().at(-1) === runId,
    journalOf,
    runs,
    summaries,
    dashboard: memoryDashboard(board),
    journalIn: (_issue, runId) => journalOf(runId),
    access: { keys: ["anthropic"], elsewhere: false },
    shownUntil: async () => null,
    remove: removeFrom(branches),
    rehearsal: rehearses,
    stepContextOf: () => ({ ...world, signal: signal() }),
  };
  return { removed, github, model, desk, kit: { ...world, roles: builtInRoles() }, files, branches, shelf, stores, time, warnings, board };
}

function over(store: MemoryStore | null): Journal | null {
  return store === null ? null : memoryJournal(store);
}

/** A watcher of a command sleeps until the command is done. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
}
