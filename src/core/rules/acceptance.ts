/**
 * The acceptance of a plan: a checklist with ALL and ANY, decided by QA alone, in three values and one for what a
 * person confirms.
 */
import * as z from "zod";
import { Check, decidedBy } from "./check.ts";
import type { Rule } from "./rule.ts";

/** How deep the items of a checklist may lie in each other. */
export const DEPTH = 4;

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

/** The checks of a checklist in the order in which they stand: `checklistOf` takes their findings in the same order. */
export function checksIn(items: readonly ChecklistItem[]): readonly { readonly text: string; readonly check: Check }[] {
  return items.flatMap((item) => ("check" in item ? [item] : checksIn(childItemsOf(item))));
}

export function childItemsOf(item: Exclude<ChecklistItem, { check: Check }>): readonly ChecklistItem[] {
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
