/** A run whose loop has passed, as the workflow run 9001 leaves it to the jobs that verify and publish. */
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { qaVerdictOf, verifyBundleOf } from "#core/approval/verify-outputs.ts";
import type { EventDraft } from "#core/events/event.ts";
import { activeRules } from "#core/rules/rule.ts";
import { evaluate } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { PublishInputs } from "#loop/jobs/publish-checks.ts";
import type { Certificate, Publication, Published } from "#ports/publisher.ts";
import * as j from "../../builders/journal.ts";
import { atWork, type DeskStage } from "./stage.ts";
import type { DeskOptions } from "./world.ts";

const TREE = j.sha("1");
export const HEAD = j.sha("c");

export function evaluated(run: Run, level: "A" | "B", tree = TREE): EventDraft {
  const plan = planOf(run);
  const results = activeRules(plan.rules, level).map(({ id }) => ({ id, verdict: "pass" as const, details: "", evidence: [] }));
  return { kind: "evaluation_done", evaluation: evaluate(tree, level, results, plan) };
}

const SET_UP: EventDraft = { kind: "setup_done", ok: true, details: "", ms: 1 };
const settled = (effect: "dispatch" | "status"): EventDraft => ({ kind: "settled", effect, receipt: null, why: "refused" });

/** Up to the audit before QA. */
export async function passed(options: DeskOptions = {}): Promise<DeskStage> {
  const stage = await atWork(options);
  await stage.works(settled("dispatch"), settled("status"), SET_UP, j.BASE_SCORED, j.PLANNED, ...j.made(TREE), j.PREPARED);
  await stage.works(evaluated(stage.run(), "A"), j.kept(HEAD), j.PREPARED, evaluated(stage.run(), "B"), j.audited("OK"));
  return stage;
}

/** What the job that verifies hands over when these drafts came of it, and what the workflow run knows. */
export function given(run: Run, drafts: readonly EventDraft[], seal = handoverDigestOf(run) ?? ""): PublishInputs {
  const bundle = verifyBundleOf(j.timed(drafts));
  return { outputs: qaVerdictOf(run, bundle, "1"), bundle, attempt: "1", handOverDigest: seal, jobs: "run: success, verify: success" };
}

/** The kit of the job that publishes, in the workflow run 9001, what it published, and which commits it marked; `opened`: what a bot did. */
export function pressKit(stage: DeskStage, worker = "9001") {
  const published: Publication[] = [];
  const certified: Certificate[] = [];
  const opened: Published[] = [];
  const kit: StepContext & { readonly github: DeskStage["github"] } = {
    ...stage.kit,
    github: stage.github,
    worker,
    publisher: {
      opener: "workflow",
      publish: async (publication) => {
        published.push(publication);
        const url = "https://github.example/acme/widget/pull/8";
        return { number: publication.number ?? 8, url, head: publication.head, base: stage.run().base.commit };
      },
      opened: async () => opened.at(0) ?? null,
      certify: async (certificate) => {
        certified.push(certificate);
        return null;
      },
      baseNow: async () => stage.run().base.commit,
    },
  };
  return { kit, published, certified, opened };
}
