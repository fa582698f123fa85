/** Writes into the plan comment which wrong patches its rules would let pass, and what became of each since. */
import type { PlanAttacks, SlippedAttack } from "#core/plan/plan-attacks.ts";
import { hiddenInForce } from "#core/run/evolve/hidden-record.ts";
import type { Run } from "#core/run/run.ts";
import { list } from "#text/format/table.ts";
import { slippedLine, untriedWords } from "#text/phrases/attack-words.ts";
import { inline } from "#text/sanitize/quote.ts";

/** What attacks on the plan have shown; empty for a plan that none was made on. */
export function attackNotes(run: Run): string {
  const attacks = run.plan?.rehearsal?.attacks;
  if (attacks === undefined) return "";
  return [slippedPart(attacks, run), judgedPart(attacks), untriedPart(attacks)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function slippedPart({ slipped, judged, tried }: PlanAttacks, run: Run): string {
  const made = `Code made ${tried === 1 ? "one wrong patch" : `${tried} wrong patches`} of the base and ran these rules on them`;
  if (slipped.length > 0) return `${made}. No rule refuses these:\n\n${list(slipped.map((one) => lineOf(one, run)))}`;
  return judged.length > 0 ? "" : `${made}: they refuse all of them.`;
}

/** A hole is closed where a hidden check was seen to refuse the patch. */
function lineOf(slipped: SlippedAttack, { progress }: Run): string {
  const isClosed = hiddenInForce(progress).some(({ refuses = [] }) => refuses.includes(slipped.name));
  return `${inline(slippedLine(slipped))}${isClosed ? " A hidden check refuses it." : ""}`;
}

function judgedPart({ judged }: PlanAttacks): string {
  if (judged.length === 0) return "";
  const lines = list(
    judged.map((one) => inline(slippedLine(one).replace("every rule", "every rule that code decides"))),
  );
  return `Only a model's judgement stands against these:\n\n${lines}`;
}

function untriedPart({ untried }: PlanAttacks): string {
  return untried.length === 0 ? "" : `Not tried for want of time (\`limits.attackSeconds\`): ${untriedWords(untried)}.`;
}
