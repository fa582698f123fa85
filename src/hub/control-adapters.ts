/**
 * Makes the control context of one issue on GitHub: the one place where its adapters are chosen, for the bot and for
 * the job `control`.
 */
import { githubIssue } from "#adapters/github/github-issue.ts";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import type { RefJournalOptions } from "#adapters/github/ref-journal/journal-session.ts";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { activeRun } from "#adapters/github/runs/active-run.ts";
import { dashboardIssue } from "#adapters/github/runs/dashboard-issue.ts";
import { issueRefs, runIdsIn } from "#adapters/github/runs/matching-refs.ts";
import { memoryRef } from "#adapters/github/runs/memory-ref.ts";
import { removeRun } from "#adapters/github/runs/remove-run.ts";
import { runSummaries } from "#adapters/github/runs/run-summaries.ts";
import { shownUntil } from "#adapters/github/runs/shown-until.ts";
import { READING_LIMITS } from "#adapters/github/trees/blob-store.ts";
import { listingStore } from "#adapters/github/trees/listing-store.ts";
import { readingWorkspace } from "#adapters/github/trees/reading-workspace.ts";
import { killSwitchOfApp, killSwitchOfJob } from "#adapters/github/workflow/kill-switch-now.ts";
import { memoriesAt } from "#adapters/memory/memories.ts";
import { modelByProvider, providerAccessOf } from "#adapters/model-by-provider.ts";
import { iso } from "#adapters/system-clock.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { GitHub } from "#ports/github.ts";
import { DASHBOARD_LABEL, DASHBOARD_MARK, DASHBOARD_TITLE } from "#text/comments/dashboard.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { type ControlOptions, portsOf } from "./control-ports.ts";
import { repositoryLookupOf } from "./repository-lookup.ts";

/** An issue, as an event named it. `repositoryId`: the repository's node id. */
export interface IssueAddress {
  readonly owner: string;
  readonly repo: string;
  readonly repositoryId: string;
  readonly defaultBranch: string;
  readonly issue: number;
}

/** The name by which GitHub starts the workflow. */
const WORKFLOW = WORKFLOW_FILE.slice(WORKFLOW_FILE.lastIndexOf("/") + 1);

const NO_APP = async (): Promise<null> => null;

/** Shared by all control contexts: what one of them has read, the next one reads on from. */
const CODEC = journalCodec(iso);
const LISTINGS = listingStore();

/**
 * Makes a control context for one job, which remembers what it has read. Sends no request before one of its functions
 * is called.
 */
export function controlContextOf(subject: IssueAddress, given: ControlOptions): ControlContext {
  const { api, settings, expected, clock, random, log, onRun, rehearsal = null, appLogin = NO_APP } = given;
  const { repositoryId, ...place } = subject;
  const workspace = readingWorkspace(api, place, READING_LIMITS, LISTINGS);
  const github = issueOf(subject, given);
  const options: RefJournalOptions = { codec: CODEC, onHeal: (line) => log.warn(line), repositoryId };
  const journalOf = (runId: string) => {
    onRun?.(runId);
    return refJournal(api, { ...place, runId }, options);
  };
  const known = repositoryLookupOf(subject, { api, expected }, (text) => workspace.know(Buffer.from(text)));
  const names = { title: DASHBOARD_TITLE, label: DASHBOARD_LABEL, mark: DASHBOARD_MARK };
  const memories = memoriesAt(memoryRef(api, place, repositoryId, known.memory));
  const ports = portsOf(given, { memories, workspace, github });
  return {
    github,
    clock,
    log,
    appLogin,
    iso,
    workspace,
    rehearsal,
    memories,
    workflow: WORKFLOW_FILE,
    base: async () => (await known.opening()).base,
    branches: async () => (await known.opening()).branches,
    active: async () => {
      const found = await activeRun(api, place, options, { expected, where: known.current });
      if (found !== null) onRun?.(found.runId);
      return found?.journal ?? null;
    },
    latest: () => known.last().then((last) => (last === null ? null : journalOf(last))),
    // Lists lag: this run itself may be missing in one.
    isLast: async (runId) => runIdsIn(new Map([...(await issueRefs(api, place)), [runId, ""]])).at(-1) === runId,
    journalOf,
    runs: known.runs,
    dashboard: dashboardIssue(api, place, { ...names, isOurs: given.isOurs }),
    summaries: async (when) => runSummaries(api, place, await (when === "now" ? known.runsNow() : known.runs())),
    journalIn: (issue, runId) => refJournal(api, { ...place, issue, runId }, options),
    shownUntil: (showing) => shownUntil(api, place, showing),
    remove: (issue, runId, branch) => removeRun(api, { ...place, issue, runId }, { repositoryId, branch }),
    publisherOf: (base) => githubPublisher(api, { owner: place.owner, repo: place.repo, base, clock, app: api }),
    access: providerAccessOf(settings.access),
    stepContextOf: ({ models }) => ({
      ...ports,
      model: modelByProvider({ access: settings.access, models, clock, random }),
    }),
  };
}

function issueOf(
  { defaultBranch: ref, ...place }: IssueAddress,
  { api, settings, isOurs, freeze: given, clock }: ControlOptions,
): GitHub {
  const freeze = given === null ? killSwitchOfApp(api, place, clock) : killSwitchOfJob(api, place, given, clock);
  const how = { isOurs, clock, freeze, serverUrl: settings.serverUrl, yields: true };
  return githubIssue(api, { ...place, workflow: WORKFLOW, ref, ...how });
}
