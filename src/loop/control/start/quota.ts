/**
 * Decides whether another run may begin, and what it may cost: counts what GitHub shows of runs, so that the bot has to
 * remember nothing.
 */
import type { Config } from "#core/config/config.ts";
import { earlierCostsOf } from "#core/runs/likely-cost.ts";
import { isMoneyBounded, moneyLeft, type PaidRun } from "#core/runs/money-quota.ts";
import { type BegunRun, mayExceedPersonQuota, overQuota, runsOfLastDay } from "#core/runs/quota.ts";
import { runSummaryOf, type SummarizedRun } from "#core/runs/run-summary.ts";
import type { EarlierCost } from "#core/values/usage.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * The result for a request for a run: refused, with the reason and when one may begin again; or its configuration, with
 * the cap in dollars that the quotas leave, and what earlier runs cost.
 */
export type StartAllowance =
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "allowed"; readonly config: Config; readonly earlier: readonly EarlierCost[] };

/** Runs that were cleaned away do not count. Throws `Failure("journal")`. */
export async function startAllowance(
  { by }: IssueEvent,
  config: Config,
  control: ControlContext,
): Promise<StartAllowance> {
  const { quotas } = config;
  const now = control.clock.now();
  const runs = await control.runs();
  const today = new Set(mayExceedPersonQuota(runs, now, quotas) ? runsOfLastDay(runs, now) : []);
  const begun: BegunRun[] = [];
  for (const run of runs)
    begun.push({ ...run, by: today.has(run) ? await starterOf(control.journalIn(run.issue, run.runId)) : null });
  const why = overQuota(begun, { id: by.id, now }, quotas, control.iso);
  return why === null ? moneyAllowance(config, control) : { kind: "refused", why };
}

async function starterOf(journal: Journal): Promise<number | null> {
  const history = await journal.load();
  const [first] = history.kind === "events" ? history.events : [];
  return first?.kind === "run_started" ? (first.startedBy ?? null) : null;
}

async function moneyAllowance(config: Config, control: ControlContext): Promise<StartAllowance> {
  const { quotas } = config;
  const runs = isMoneyBounded(quotas)
    ? await Promise.all((await control.summaries("as_runs")).map((run) => withHistory(run, control)))
    : await summariesOrWarn(control);
  const left = moneyLeft(runs.map(paidOf), quotas, control.clock.now(), control.iso);
  if (left.kind === "none") return { kind: "refused", why: left.why };
  const earlier = earlierCostsOf(runs.flatMap(({ summary }) => summary ?? []));
  return { kind: "allowed", config: withCap(config, left.dollars), earlier };
}

/** The configuration with the cap in dollars that the quotas leave, where that is the lower one. */
function withCap(config: Config, dollars: number | null): Config {
  const { limits } = config;
  const cap = dollars === null ? limits.dollars : Math.min(limits.dollars ?? Infinity, dollars);
  return cap === limits.dollars ? config : { ...config, limits: { ...limits, dollars: cap } };
}

/** Without a quota of money they are for a sentence of the plan only: no run fails for want of them. */
async function summariesOrWarn({ summaries, log }: ControlContext): Promise<readonly SummarizedRun[]> {
  try {
    return await summaries("as_runs");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`what earlier runs cost is not known: ${error.message}`);
    return [];
  }
}

/** A run of an earlier version kept no summary: it is made of the history, where that can be read. */
async function withHistory(run: SummarizedRun, control: ControlContext): Promise<SummarizedRun> {
  if (run.summary !== null) return run;
  const read = await readRun(control.journalIn(run.issue, run.runId));
  return read.unreadable === null ? { ...run, summary: runSummaryOf(read) } : run;
}

function paidOf({ issue, open, at, summary }: SummarizedRun): PaidRun {
  return { issue, open, ...(summary ?? { updatedAt: at, dollars: null, cap: null }) };
}
