/** Maps an event to an intent: first without knowing the run, then with the run and its configuration. Pure. */
import { type Intent, intentOf } from "#core/commands/intent.ts";
import { awaitsMaintainer, isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { type IssueEvent, mayBeginRun } from "#loop/control/context/issue-event.ts";
import type { RunLookup } from "#loop/control/context/lookup.ts";
import { DEFAULT_START_LABEL } from "#loop/control/context/settings.ts";

/**
 * The priority of an event. `vital`: it begins, approves, steers or ends a run, and talk must not crowd it out;
 * `ahead`: it stops a run at its issue, and is handled ahead of its turn as well.
 */
export interface EventPriority {
  readonly vital: boolean;
  readonly ahead: boolean;
}

const VITAL: readonly Intent["kind"][] = [
  "start",
  "withdraw",
  "approve",
  "change",
  "stop",
  "pause",
  "resume",
  "continue",
  "redirect",
  "unblock",
];

/**
 * The priority of an event; null where it is no intent, whatever the run and the configuration say: most comments are
 * none, and they cost no request.
 */
export function priorityOf(event: IssueEvent): EventPriority | null {
  const { happening, by, ours } = event;
  const anyOf = { label: labelIn(event), appLogin: assigneeIn(event) };
  const { kind } = intentOf({ event: happening, by, ours, ...anyOf, bare: true, waiting: true });
  if (kind === "ignored") return null;
  return { vital: VITAL.includes(kind), ahead: kind === "stop" || (kind === "withdraw" && event.pull === undefined) };
}

/** False for an event that begins a run: none is likely to be active then. */
export function expectsRun(event: IssueEvent): boolean {
  return !mayBeginRun(event);
}

/** Any label may be the start label until the configuration is read. */
function labelIn({ happening }: IssueEvent): string {
  return "label" in happening ? happening.label : DEFAULT_START_LABEL;
}

/** Any bot may be ours until its login is read. */
function assigneeIn({ happening }: IssueEvent): string | null {
  return "login" in happening ? happening.login : null;
}

/** The intent of an event where the run, its configuration and its open questions are known. */
export function intentOfEvent(event: IssueEvent, known: RunLookup): Intent {
  const { active, last, settings, appLogin, broken } = known;
  const config = (active ?? last)?.run.config ?? (settings?.kind === "settings" ? settings.config : null);
  const onPull = event.pull !== undefined && last !== null;
  const waiting =
    broken !== null ||
    onPull ||
    (active !== null && !isOver(active.run.stage)) ||
    (last !== null && isMeant(last.run, event));
  const { happening, by, ours } = event;
  const bare = config?.commands.bare ?? true;
  return intentOf({ event: happening, by, ours, label: config?.label ?? DEFAULT_START_LABEL, appLogin, bare, waiting });
}

/** True for an event that is meant for this run: the run waits for a maintainer, or was not over yet at that time. */
function isMeant({ stage, updatedAt }: Run, { at }: IssueEvent): boolean {
  return awaitsMaintainer(stage) || updatedAt >= at;
}
