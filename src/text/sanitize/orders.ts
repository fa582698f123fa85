/** Words that read like an order to an agent. Agents take them for data all the same; whoever approves should know that they are there (INJ-22). */
import { type Find, type Finds, findsIn, noteFind } from "./finds.ts";

/** Each reads a bounded stretch behind a word, so that all are linear in the text. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}?\b(?:instructions?|rules?|prompts?|checks?|guidelines?)\b[^\n]{0,40}/gi,
  /\bskip\b[^.\n]{0,20}?\b(?:approvals?|reviews?|verification|audits?|QA)\b[^\n]{0,40}/gi,
  /(?<![^\s"'(,.;:>!?])(?:plan-critic|critic|auditor|verifier|evaluator|hydrator|maintainer note|AI|LLM|agents?|assistant)[ \t]{0,3}:[^\n]{1,60}/gi,
  /\b(?:answer|reply|say|respond)\b[^.\n]{0,12}?\b(?:PROCEED|APPROVED?|VERIFIED)\b/g,
];

/** What of a text reads so: one kind, counted, with the beginning. Empty where nothing does; plain honest text may be among it. */
export function ordersIn(text: string): readonly Find[] {
  const finds: Finds = new Map();
  for (const pattern of ORDERS) for (const { 0: found } of text.matchAll(pattern)) noteFind(finds, "order-like phrase", `${found} `);
  return findsIn(finds);
}
