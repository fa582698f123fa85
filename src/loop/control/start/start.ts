/** Begins a run: makes the plan, has it reviewed and shows it, or replies why not. */
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { credentialAdviceOf, missingCredentialOf, modelsOf } from "#core/config/model-provider.ts";
import { withOwnModels } from "#core/config/role-settings.ts";
import type { Event, EventOf } from "#core/events/event.ts";
import { aliasOf, Issue, issueText, runIdOf } from "#core/plan/issue.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import type { EarlierCost } from "#core/values/usage.ts";
import { readRun } from "#loop/context/read-run.ts";
import { roleFilesOf } from "#loop/context/role-files.ts";
import {
  type ControlContext,
  DONE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { driveWithContext } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { attempt, type RepositorySettings } from "#loop/control/context/settings.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import type { Journal } from "#ports/journal.ts";
import { labelOf } from "#text/phrases/label.ts";
import { clean } from "#text/sanitize/clean.ts";
import { applyMissedStop, endIfSuperseded } from "./missed-stop.ts";

/**
 * `last`: the issue's run before, whose label goes; `writes`: the person who asked for it has write access; `label`:
 * the start label where the issue does not have it; `earlier`: what earlier runs cost, the newest first.
 */
interface StartDetails {
  readonly last: Run | null;
  readonly writes: boolean;
  readonly label: string | null;
  readonly earlier: readonly EarlierCost[];
}

/** Begins a run and drives it until it waits for a person. Throws `Failure`. */
export async function startRun(
  event: IssueEvent,
  { base, config }: RepositorySettings & { readonly kind: "settings" },
  { last, writes, label, earlier }: StartDetails,
  control: ControlContext,
): Promise<IntentOutcome> {
  const { workspace, github, workflow, clock, iso } = control;
  if (!(await workspace.paths(base.tree)).includes(workflow)) {
    const what = `there is no ${workflow} on ${base.branch}`;
    return refusedOutcome(`${what}: copy it from Loopwright's README, then ask for a run again`);
  }
  const issue = Issue.safeParse({
    number: github.number,
    title: event.issue.title,
    body: event.issue.body,
    author: event.issue.author,
  });
  if (!issue.success) return refusedOutcome(tooLong(event));
  const files = await roleFilesOf(workspace, base.tree);
  const roles = attempt(() => withOverrides(builtInRoles(), files));
  if (typeof roles === "string") return refusedOutcome(roles);
  const missing = missingCredentialOf(modelsOf(config.models, withOwnModels(roles, config.roles)), control.access);
  if (missing !== null)
    return refusedOutcome(
      `there is no ${missing.what} here for the model ${missing.model}: ` +
        `set ${credentialAdviceOf(missing, control.access)} for the bot, ` +
        "or without a bot as a secret that the workflow hands to its job control",
    );
  const ports = attempt(() => control.stepContextOf(config));
  if (typeof ports === "string") return refusedOutcome(ports);
  const alias = freeAlias(issue.data, await control.branches(`loop/${github.number}-`));
  const at = clock.now();
  // Named after the moment when it was asked for: a job that handles the event again, or is suspended and goes on
  // late, finds the ref there.
  const runId = runIdOf(alias, iso(event.at));
  const trusted = writes && !event.throughApp && clean(issueText(issue.data)).hidden.length === 0;
  const how = howItBegan(event, trusted, control, earlier);
  const started: Event = { kind: "run_started", at, runId, alias, issue: issue.data, base, config, ...how };
  // The label carries a run, however it began: a poll ends one whose issue does not have it.
  if (label !== null) await github.relabel(null, label);
  const there = control.journalOf(runId);
  const journal = runJournalOf(there, control);
  if ((await journal.append([started], 0)) === "conflict") return notBegun(journal);
  if (await endIfSuperseded(there, await readRun(journal), control)) return DONE;
  if (last !== null) await github.relabel(labelOf(last.stage), null);
  await applyMissedStop(journal, control);
  await driveWithContext(journal, { ...ports, roles }, control);
  return DONE;
}

/** Who asked for the run, and when; whether its plans are tried before they are shown; what earlier runs cost. */
function howItBegan(
  { by, at }: IssueEvent,
  trusted: boolean,
  { rehearsal }: ControlContext,
  earlier: readonly EarlierCost[],
): Pick<EventOf<"run_started">, "startedBy" | "asked" | "trusted" | "rehearses" | "earlier"> {
  return {
    startedBy: by.id,
    asked: at,
    ...(trusted && { trusted }),
    ...(earlier.length > 0 && { earlier: [...earlier] }),
    ...(rehearsal !== null && { rehearses: rehearsal === "job" ? rehearsal : true }),
  };
}

/**
 * The outcome where the ref exists or is taken: the run was begun for this very event already, or another run is
 * active.
 */
async function notBegun(journal: Journal): Promise<IntentOutcome> {
  const isBegun = (await journal.load()).kind !== "missing";
  return isBegun ? DONE : refusedOutcome("this issue has an active run already; `/loop stop` ends it");
}

function tooLong({ issue: { title, body } }: IssueEvent): string {
  return body.length > 65_536
    ? `the issue has ${body.length} characters, and a run reads at most 65536: put what matters into a shorter one`
    : `the issue cannot be read: its title has ${title.length} characters (1 to 300 are taken)`;
}

/** The first name from the title that no branch of this issue has. */
function freeAlias(issue: Issue, branches: readonly string[]): string {
  const first = aliasOf(issue.title);
  for (let count = 1; ; count++) {
    const alias = count === 1 ? first : `${first}-${count}`;
    if (!branches.includes(branchOf({ issue, alias }))) return alias;
  }
}
