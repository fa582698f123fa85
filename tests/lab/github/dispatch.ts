/** `workflow_dispatch`: checked as GitHub checks it, then begun. */
import * as z from "zod";
import { inputsOf, titleOf } from "./inputs.ts";
import type { Call } from "./route.ts";
import { type Answer, NOT_FOUND, refusal } from "./rules/answer.ts";
import { branchOf, INVALID_DISPATCH, NO_SUCH_REF, NO_TRIGGER } from "./rules/workflow-runs.ts";
import { shown } from "./run-shown.ts";
import { begin } from "./runs.ts";
import { refOf } from "./thing.ts";
import { isNamed } from "./workflow.ts";
import { workflowsOf } from "./workflows.ts";

const Body = z.object({
  ref: z.string(),
  inputs: z.record(z.string(), z.string()).default({}),
  return_run_details: z.boolean().default(false),
});

/** 200 with the run's id where `return_run_details` asks for it, else 204 (F27). */
export async function dispatch({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository } = ask;
  const body = Body.safeParse(ask.body);
  if (!body.success || repository === null) return INVALID_DISPATCH;
  const name = parameter("workflow_id");
  // The API knows the workflows of the default branch only.
  const known = (await workflowsOf(lab, repository, "main")).some((workflow) => isNamed(workflow, name));
  if (!known) return NOT_FOUND;
  const branch = branchOf(body.data.ref);
  const sha = await refOf(lab, repository, `refs/heads/${branch}`);
  if (sha === null) return NO_SUCH_REF(body.data.ref);
  const workflow = (await workflowsOf(lab, repository, branch)).find((one) => isNamed(one, name));
  if (workflow === undefined || !("workflow_dispatch" in workflow.on)) return NO_TRIGGER;
  const inputs = inputsOf(workflow, body.data.inputs);
  if (typeof inputs === "string") return refusal(422, inputs);
  const payload = { inputs, ref: `refs/heads/${branch}`, workflow: workflow.path };
  const start = {
    repository,
    workflow,
    title: titleOf(workflow, "workflow_dispatch", payload, inputs),
    event: "workflow_dispatch",
    branch,
    sha,
    inputs,
    actor: ask.actor.login,
  };
  const run = await begin({ ...start, payload: await lab.whole(payload, repository, ask.actor) }, lab);
  const { url, html_url } = shown(run, lab);
  return body.data.return_run_details ? { status: 200, body: { workflow_run_id: run.id, run_url: url, html_url } } : { status: 204 };
}
