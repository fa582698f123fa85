/** Writes into the plan comment which wrong patches its rules would let pass, and what became of each since. */
import type { PlanAttacks, SlippedAttack } from "#core/plan/plan-attacks.ts";
import { hiddenInForce } from "#core/run/evolve/hidden-record.ts";
import type { Run } from "#core/run/run.ts";
import { attackMsOf } from "#core/values/limits.ts";
import { list, parts } from "#text/format/table.ts";
import { slippedLine, untriedWords } from "#text/phrases/attack-words.ts";
import { code } from "#text/sanitize/quote.ts";

/** What attacks on the plan have shown; empty for a plan that refuses all of them, and for one that was not tried. */
export function attackNotes(run: Run): string {
  const { plan } = run;
  if (plan?.rehearsal === undefined) return "";
  const { attacks } = plan.rehearsal;
  if (attacks === undefined)
    return attackMsOf(plan.limits) === 0 ? "No wrong patch was tried: `limits.attackSeconds` is 0." : "";
  return parts([slippedPart(attacks, run), judgedPart(attacks), untriedPart(attacks)]);
}

function slippedPart({ slipped, tried }: PlanAttacks, run: Run): string {
  if (slipped.length === 0) return "";
  const made = `${tried === 1 ? "One wrong patch was" : `${tried} wrong patches were`} tried on the base.`;
  const lines = list(slipped.map((one) => lineOf(one, run)));
  return `${made} No rule refuses ${slipped.length === 1 ? "this one" : "these"}:\n\n${lines}${nextWords(run)}`;
}

/** A gap is closed where a hidden check was seen to refuse the patch; nobody knows before the first were made. */
function lineOf(slipped: SlippedAttack, { progress }: Run): string {
  const line = slippedLine(slipped, code);
  if (hiddenInForce(progress).some(({ refuses = [] }) => refuses.includes(slipped.name)))
    return `${line} A hidden check refuses it.`;
  return progress.prepared || progress.iteration > 1 ? `${line} No hidden check refuses it.` : line;
}

function nextWords({ approval }: Run): string {
  return approval === null
    ? "\n\nAfter the approval a model is asked for hidden checks that refuse what is named here."
    : "";
}

function judgedPart({ judged }: PlanAttacks): string {
  if (judged.length === 0) return "";
  const lines = list(judged.map((one) => slippedLine(one, code).replace("every rule", "every rule that code decides")));
  const these = judged.length === 1 ? "this wrong patch" : "these wrong patches";
  return `Only a model's judgement stands against ${these}:\n\n${lines}`;
}

function untriedPart({ untried }: PlanAttacks): string {
  return untried.length === 0 ? "" : `Not tried for want of time (\`limits.attackSeconds\`): ${untriedWords(untried)}.`;
}
