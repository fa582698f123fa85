/**
 * The acceptance as a model drafts it: a flat list whose entries name the entry that they lie in, because an answer's
 * schema cannot nest without end.
 */
import * as z from "zod";
import { Acceptance, type ChecklistItem } from "./acceptance.ts";
import { checkFrom, PlainCheckDraft } from "./check-draft.ts";

/**
 * `id`: any word, unique in the list. `within`: the id of the group or choice that it lies in; null: it stands for
 * itself.
 */
const base = {
  id: z.string().trim().min(1).max(40),
  within: z.string().trim().min(1).max(40).nullable(),
  text: z.string().trim().min(1).max(300),
};

/** `all`: every entry within it must hold; `any`: one of them must. `check` is null for these two and for no other. */
const Entry = z
  .strictObject({ ...base, is: z.enum(["check", "all", "any"]), check: PlainCheckDraft.nullable() })
  .refine(({ is, check }) => (is === "check") === (check !== null), {
    error: "a check has a check, all and any have none",
    path: ["check"],
  });

export const AcceptanceDraft = z
  .array(Entry)
  .max(30)
  .superRefine((entries, context) => {
    const ids = entries.map(({ id }) => id);
    const outer = new Set(entries.filter(({ is }) => is !== "check").map(({ id }) => id));
    entries.forEach(({ id, within, is }, index) => {
      const problem = problemOf({
        within,
        ids: ids.slice(0, index),
        outer,
        empty: is !== "check" && !entries.some((one) => one.within === id),
      });
      const doubled = ids.indexOf(id) !== index ? "two entries have the same id" : problem;
      if (doubled !== null) context.addIssue({ code: "custom", message: doubled, path: [index] });
    });
  });
export type AcceptanceDraft = z.output<typeof AcceptanceDraft>;

interface Place {
  readonly within: string | null;
  /** The ids that stand before it: so no entry can lie within itself. */
  readonly ids: readonly string[];
  readonly outer: ReadonlySet<string>;
  readonly empty: boolean;
}

function problemOf({ within, ids, outer, empty }: Place): string | null {
  if (empty) return "nothing lies within it";
  if (within === null) return null;
  if (!ids.includes(within)) return `no entry before it is called ${within}`;
  return outer.has(within) ? null : `${within} is a check, and nothing lies within a check`;
}

/** The checklist that was drafted. Throws zod's error for one that is too deep, or whose checks cannot be. */
export function acceptanceFrom(entries: AcceptanceDraft): Acceptance {
  return Acceptance.parse(itemsWithin(entries, null));
}

function itemsWithin(entries: AcceptanceDraft, parent: string | null): readonly ChecklistItem[] {
  return entries.filter(({ within }) => within === parent).map((entry) => itemOf(entry, entries));
}

function itemOf({ id, text, is, check }: AcceptanceDraft[number], entries: AcceptanceDraft): ChecklistItem {
  if (check !== null) return { text, check: checkFrom(check) };
  const items = itemsWithin(entries, id);
  return is === "all" ? { text, group: items } : { text, anyOf: items };
}
