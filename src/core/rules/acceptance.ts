/** The acceptance of a plan: a checklist with ALL and ANY, decided by QA alone, in three values and one for what a person confirms (S2.34, C2.12). */
import * as z from "zod";
import { Check, decidedBy } from "./check.ts";
import type { Rule } from "./rule.ts";

/** How deep the items of a checklist may lie in each other. */
const DEPTH = 4;

/** An item: a check with what it shows, ALL of some items, or ANY of them. */
export type ChecklistItem =
  | { readonly text: string; readonly check: Check }
  | { readonly text: string; readonly group: readonly ChecklistItem[] }
  | { readonly text: string; readonly anyOf: readonly ChecklistItem[] };

const Text = z.string().trim().min(1).max(300);
const Leaf = z.strictObject({ text: Text, check: Check });

function itemsWithin(depth: number): z.ZodType<ChecklistItem, ChecklistItem> {
  if (depth === 1) return Leaf as unknown as z.ZodType<ChecklistItem, ChecklistItem>; // a leaf is an item
  const items = z
    .array(itemsWithin(depth - 1))
    .min(1)
    .max(20);
  return z.union([
    Leaf,
    z.strictObject({ text: Text, group: items }),
    z.strictObject({ text: Text, anyOf: items }),
  ]) as unknown as z.ZodType<ChecklistItem, ChecklistItem>;
}

/** What must hold for a run to be completed, beside its rules; an empty one holds. */
export const Acceptance = z.array(itemsWithin(DEPTH)).max(20);
export type Acceptance = z.infer<typeof Acceptance>;

/** What came of an item. `person`: all that a machine can tell holds, the rest is for a person (C2.19). `unjudged` is never a pass. */
export const ItemOutcome = z.enum(["pass", "fail", "unjudged", "person"]);
export type ItemOutcome = z.infer<typeof ItemOutcome>;

/** What came of one check of the checklist. */
export interface ItemFinding {
  readonly outcome: ItemOutcome;
  readonly details: string;
}

/** One line of the checklist as it was decided. `depth` is 0 for the outermost items. */
export const ChecklistLine = z.strictObject({
  depth: z.int().min(0).max(DEPTH),
  text: z.string(),
  kind: z.enum(["check", "group", "anyOf"]),
  outcome: ItemOutcome,
  details: z.string().max(500),
});
export type ChecklistLine = z.infer<typeof ChecklistLine>;

/** All hold: one that fails decides, then one that nobody judged, then one that a person confirms. Of nothing, all hold. */
const ALL: readonly ItemOutcome[] = ["fail", "unjudged", "person"];
/** One holds: one that passes decides, then one that a person confirms: whatever the others come to, nothing more is for a machine to say. */
const ANY: readonly ItemOutcome[] = ["pass", "person", "unjudged"];

/** ALL of the outcomes. */
function all(outcomes: readonly ItemOutcome[]): ItemOutcome {
  return ALL.find((outcome) => outcomes.includes(outcome)) ?? "pass";
}

/** ANY of the outcomes. */
function any(outcomes: readonly ItemOutcome[]): ItemOutcome {
  return ANY.find((outcome) => outcomes.includes(outcome)) ?? "fail";
}

/** The checks of a checklist in the order in which they stand: `checklistOf` takes their findings in the same order. */
export function checksIn(items: readonly ChecklistItem[]): readonly { readonly text: string; readonly check: Check }[] {
  return items.flatMap((item) => ("check" in item ? [item] : checksIn(childrenOf(item))));
}

function childrenOf(item: Exclude<ChecklistItem, { check: Check }>): readonly ChecklistItem[] {
  return "group" in item ? item.group : item.anyOf;
}

/** The checklist of a plan: its acceptance, and the rules that only a person can confirm. */
export function checklistItemsOf({
  acceptance,
  rules,
}: {
  readonly acceptance: Acceptance;
  readonly rules: readonly Rule[];
}): readonly ChecklistItem[] {
  const confirmed = rules.filter(({ check }) => decidedBy(check) === "person");
  return [...acceptance, ...confirmed.map(({ description, check }) => ({ text: description, check }))];
}

/** What nobody looked at. */
export const UNJUDGED_ITEM: ItemFinding = { outcome: "unjudged", details: "" };

/** The checklist with what came of each line, outer lines before the inner ones. A check without a finding is unjudged. */
export function checklistOf(items: readonly ChecklistItem[], findings: readonly ItemFinding[], depth = 0): readonly ChecklistLine[] {
  let taken = 0;
  return items.flatMap((item): readonly ChecklistLine[] => {
    if ("check" in item) {
      const { outcome, details } = findings[taken++] ?? UNJUDGED_ITEM;
      return [{ depth, text: item.text, kind: "check", outcome, details: details.slice(0, 500) }];
    }
    const count = checksIn([item]).length;
    const inner = checklistOf(childrenOf(item), findings.slice(taken, taken + count), depth + 1);
    taken += count;
    const outcomes = inner.filter((line) => line.depth === depth + 1).map(({ outcome }) => outcome);
    const isGroup = "group" in item;
    return [
      { depth, text: item.text, kind: isGroup ? "group" : "anyOf", outcome: isGroup ? all(outcomes) : any(outcomes), details: "" },
      ...inner,
    ];
  });
}

/** One sentence for each outermost line that fails or was not judged, with the checks within it that are to blame; empty when all holds. */
export function unmetReasons(lines: readonly ChecklistLine[]): readonly string[] {
  return lines.flatMap((line, index) => {
    if (line.depth > 0 || !isOpen(line)) return [];
    const end = lines.findIndex(({ depth }, at) => at > index && depth === 0);
    const blamed = lines.slice(index, end === -1 ? undefined : end).filter((one) => one.kind === "check" && isOpen(one));
    return [
      `${line.text} (${line.outcome}): ${blamed.map(({ text, details, outcome }) => `${text}: ${details === "" ? outcome : details}`).join("; ")}`,
    ];
  });
}

function isOpen({ outcome }: ChecklistLine): boolean {
  return outcome === "fail" || outcome === "unjudged";
}
