/**
 * Finds words that read like an order to an agent. Agents treat them as data all the same; the approver should know
 * that they are there.
 */
import { type Find, type Finds, findsIn, noteFind } from "./finds.ts";

/** Verbs that ask an agent to break what the nouns name. */
const BREAKING = "ignore|disregard|forget|override|bypass";
const BROKEN = "instructions?|rules?|prompts?|checks?|guidelines?";
/** Names by which an agent is addressed. */
const ADDRESSED = [
  "plan-critic|critic|auditor|verifier|evaluator|hydrator",
  "maintainer note|AI|LLM|agents?|assistant",
].join("|");

/** Each pattern reads a bounded stretch behind a word, so that all are linear in the text. */
const ORDERS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${BREAKING})\b[^.\n]{0,40}?\b(?:${BROKEN})\b[^\n]{0,40}`, "gi"),
  /\bskip\b[^.\n]{0,20}?\b(?:approvals?|reviews?|verification|audits?|QA)\b[^\n]{0,40}/gi,
  new RegExp(String.raw`(?<![^\s"'(,.;:>!?])(?:${ADDRESSED})[ \t]{0,3}:[^\n]{1,60}`, "gi"),
  /\b(?:answer|reply|say|respond)\b[^.\n]{0,12}?\b(?:PROCEED|APPROVED?|VERIFIED)\b/g,
];

/** Such phrases in a text: one kind, counted, with samples. Empty where there are none; honest text may match too. */
export function ordersIn(text: string): readonly Find[] {
  const finds: Finds = new Map();
  for (const pattern of ORDERS)
    for (const { 0: found } of text.matchAll(pattern)) noteFind(finds, "order-like phrase", `${found} `);
  return findsIn(finds);
}
