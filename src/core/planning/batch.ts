/** Makes the rules of a batch by code: one for each item, and one over all of them. */
import * as z from "zod";
import { checkFrom, PlainCheckDraft } from "#core/rules/check-draft.ts";
import type { RuleDraft } from "#core/rules/rule.ts";

/** One item that gets the same change: a file, a command, a page; and how a reader sees that it was done. */
export const BatchItem = z.strictObject({ name: z.string().trim().min(1).max(120), check: PlainCheckDraft });
export type BatchItem = z.output<typeof BatchItem>;

/** The most items of one batch: more is more than one pull request. */
export const MOST_ITEMS = 15;

/**
 * `a.item.<slug>` for each item, `fail`; and `b.aggregate.items`, which can only block: a model decides it, so it
 * weighs nothing.
 */
export function batchRules(items: readonly BatchItem[]): readonly RuleDraft[] {
  const own = items.map(
    ({ name, check }, index): RuleDraft => ({
      id: `a.item.${slugOf(name, index)}`,
      description: `Done for ${name}`,
      severity: "fail",
      check: checkFrom(check),
    }),
  );
  const names = items.map(({ name }) => name).join(", ");
  return [
    ...own,
    {
      id: "b.aggregate.items",
      description: "All items together: each is done in the same way, and none is left half done",
      severity: "fail",
      weight: 0,
      check: {
        kind: "content",
        question: `Is the same done, in the same way and whole, for every one of these: ${names}`.slice(0, 999),
      },
    },
  ];
}

/** Lower-case words with hyphens; the item's number stands before it, because two names may read alike. */
function slugOf(name: string, index: number): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return [`${index + 1}`, words.slice(0, 60)].filter((part) => part !== "").join("-");
}
