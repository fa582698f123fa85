/** The desk of these tests: the product's own functions for a maintainer's word, signed in as ada, without webhooks and models. */
import { NO_MEMORIES, NO_MODEL, NO_PUBLISHER, NO_WEB, NO_WORKSPACE } from "#adapters/absent.ts";
import { githubIssue } from "#adapters/github/github-issue.ts";
import type { CommentAuthor } from "#adapters/github/issue/comment-author.ts";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { Config } from "#core/config/config.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { type Hydration, planFrom } from "#core/planning/hydration.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import { journalWithViews } from "#loop/journals/journal-with-views.ts";
import type { Journal } from "#ports/journal.ts";
import type { Log } from "#ports/log.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import type { GitHub } from "../lab/github/github.ts";
import { as } from "./people.ts";
import { HYDRATION, ISSUE } from "./story.ts";

/** Where a run lies. */
export interface Seat {
  readonly repo: string;
  readonly number: number;
  readonly runId: string;
}

const bug = (): Promise<never> => Promise.reject(new Error("bug: nobody asks this here"));
const NO_JOURNAL: Journal = { load: bug, append: bug, length: bug };
const ALL_RUNS = { runs: bug, summaries: bug, dashboard: { find: bug, open: bug, edit: bug, close: bug } };
const LOG: Log = { info: () => undefined, warn: () => undefined };

/** The journal as a user with write sees it: what a hostile job can write too. */
export function journalOf(github: Pick<GitHub, "url">, { repo, number, runId }: Seat): Journal {
  const codec = journalCodec((ms) => new Date(ms).toISOString());
  return refJournal(as(github, "ada"), { owner: "acme", repo, issue: number, runId }, { codec, onHeal: () => undefined });
}

/** No App is here, and nothing is published. */
const HERE = { appLogin: async () => null, iso: (ms: number) => new Date(ms).toISOString(), publisherOf: () => NO_PUBLISHER };

export async function deskOf(github: GitHub, seat: Seat): Promise<ControlContext> {
  const { repo, number } = seat;
  const api = as(github, "ada");
  const { data: ada } = await api.rest.users.getAuthenticated();
  const options = {
    issue: number,
    workflow: "loopwright.yml",
    ref: "main",
    isOurs: (writer: CommentAuthor) => writer.id === ada.id,
    clock: systemClock,
    freeze: async () => null,
    serverUrl: github.url,
  };
  const issue = githubIssue(api, { owner: "acme", repo, ...options });
  const journal = (): Journal => journalWithViews(journalOf(github, seat), { github: issue, log: LOG, clock: systemClock });
  return {
    github: issue,
    clock: systemClock,
    log: LOG,
    ...HERE,
    workspace: NO_WORKSPACE,
    rehearsal: null,
    memories: NO_MEMORIES,
    workflow: "loopwright.yml",
    base: bug,
    branches: bug,
    active: bug,
    latest: bug,
    isLast: bug,
    journalOf: journal,
    ...ALL_RUNS,
    journalIn: () => NO_JOURNAL,
    access: { keys: ["anthropic"], elsewhere: false },
    shownUntil: bug,
    remove: bug,
    stepContextOf: () => ({
      model: NO_MODEL,
      workspace: { ...NO_WORKSPACE, paths: () => Promise.resolve([]) },
      publisher: NO_PUBLISHER,
      github: issue,
      clock: systemClock,
      random: systemRandom,
      secrets: { auditKey: () => Promise.resolve(null), renew: bug },
      log: LOG,
      web: NO_WEB,
      memories: NO_MEMORIES,
      worker: null,
      pollInterval: 5_000,
      tell: () => undefined,
      redact: (text) => text,
      signal: new AbortController().signal,
      whenAborted: "put_down",
    }),
  };
}

/** `rules`: those of the story where it is left out. */
export interface Wanted {
  readonly config: Config;
  readonly rules?: Hydration["rules"] | undefined;
}

/** Writes what the desk writes until the plan is shown in its comment. */
export async function showPlan(github: GitHub, seat: Seat, desk: ControlContext, { config, rules }: Wanted): Promise<void> {
  const at = Date.now();
  const base = await baseOf(github, seat.repo);
  const issue = { number: seat.number, ...ISSUE, author: "rob" };
  const started: Event = { kind: "run_started", at, runId: seat.runId, alias: "split-drops", issue, base, config };
  const run = replay([started]);
  if (run === null) throw new Error("bug: this begins a run");
  const plan = planFrom(
    run,
    { ...HYDRATION, rules: [...(rules ?? HYDRATION.rules)] },
    { setup: config.setup, checks: config.checks, reasons: [] },
    { paths: [], memories: [] },
  );
  const journal = desk.journalOf(seat.runId);
  await journal.append([started, { kind: "run_hydrated", at, plan }], 0);
  const reviewed: EventDraft = { kind: "plan_reviewed", review: { verdict: "PROCEED", findings: [] } };
  const after = await writeDown(journal, systemClock, () => ({ drafts: [reviewed], alone: true }));
  await driveInControl({ journal, run: after }, desk);
}

async function baseOf(github: GitHub, repo: string): Promise<Run["base"]> {
  const { rest } = as(github, "ada");
  const commit = (await rest.git.getRef({ owner: "acme", repo, ref: "heads/main" })).data.object.sha;
  const tree = (await rest.git.getCommit({ owner: "acme", repo, commit_sha: commit })).data.tree.sha;
  return { commit, tree, branch: "main" };
}
