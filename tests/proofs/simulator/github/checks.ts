/** Check runs on commits, and what is asked beside them: no commit has a status here, and no suite waits for anybody. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { pageOf } from "../../../lab/github/rules/limits.ts";
import { NO_COMMIT } from "../../../lab/github/rules/objects.ts";
import { bodyOf, type Call, created, ok, parameter } from "./call.ts";
import { shownApp, webUrl } from "./shown.ts";
import type { State } from "./state.ts";
import { tell } from "./tell.ts";
import type { CheckRun } from "./things.ts";

const Output = z.object({ title: z.string().nullish(), summary: z.string().nullish() });
const NewCheck = z.object({
  name: z.string(),
  head_sha: z.string(),
  conclusion: z.string().optional(),
  external_id: z.string().optional(),
  output: Output.default({}),
});

/** Sent twice, it makes two. */
export function createCheck(call: Call): Answer {
  const { state, actor } = call;
  const { name, head_sha: sha, conclusion = null, external_id: externalId = null, output } = bodyOf(call, NewCheck, "CheckRun");
  if (state.objects.commit(sha) === undefined) return NO_COMMIT(sha);
  const { title = null, summary = null } = output;
  const made = { sha, name, conclusion, externalId, app: actor.app, output: { title, summary } };
  const shown = shownCheck(state, keepCheck(state, made));
  tell(state, actor, `check_run.${conclusion === null ? "created" : "completed"}`, { check_run: shown });
  return created(shown);
}

/** Another check run on a commit. */
export function keepCheck(state: State, given: Omit<CheckRun, "id">): CheckRun {
  const check = { id: state.next("check"), ...given };
  state.checks.push(check);
  return check;
}

function shownCheck(state: State, { id, sha, name, conclusion, externalId, app, output }: CheckRun): Readonly<Record<string, unknown>> {
  return {
    id,
    name,
    head_sha: sha,
    status: conclusion === null ? "queued" : "completed",
    conclusion,
    external_id: externalId,
    app: shownApp(app),
    output: { ...output, annotations_count: 0 },
    html_url: webUrl(state, `runs/${id}`),
  };
}

/** The latest of each name, as `filter=latest` has it. */
export function listChecks(call: Call): Answer {
  const { state, query } = call;
  const of = state.checks.filter(({ sha }) => sha === parameter(call));
  const latest = [...new Map(of.map((check) => [check.name, check])).values()];
  return ok({ total_count: latest.length, check_runs: pageOf(query, latest).map((check) => shownCheck(state, check)) });
}

export function combinedStatus(call: Call): Answer {
  return ok({ state: "pending", statuses: [], sha: parameter(call), total_count: 0 });
}

export function listSuites(): Answer {
  return ok({ total_count: 0, check_suites: [] });
}

/** Nobody marks lines here. */
export function listAnnotations(): Answer {
  return ok([]);
}
