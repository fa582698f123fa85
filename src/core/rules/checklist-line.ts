/**
 * The acceptance of a plan line by line: an outcome for each item, ALL and ANY over their children, and the reasons why
 * it is not met.
 */
import * as z from "zod";
import { type ChecklistItem, checksIn, childItemsOf, DEPTH } from "./acceptance.ts";

/**
 * The outcome of an item. `person`: all that a machine can tell holds, the rest is for a person. `unjudged` is
 * never a pass.
 */
export const ItemOutcome = z.enum(["pass", "fail", "unjudged", "person"]);

export type ItemOutcome = z.infer<typeof ItemOutcome>;

/** The outcome of one check of the checklist. */
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

/**
 * All hold: one that fails decides, then one that is unjudged, then one that a person confirms. Of nothing, all hold.
 */
const ALL: readonly ItemOutcome[] = ["fail", "unjudged", "person"];

/**
 * One holds: one that passes decides, then one that a person confirms: whatever the others come to, nothing more is for
 * a machine to say.
 */
const ANY: readonly ItemOutcome[] = ["pass", "person", "unjudged"];

/** ALL of the outcomes. */
function all(outcomes: readonly ItemOutcome[]): ItemOutcome {
  return ALL.find((outcome) => outcomes.includes(outcome)) ?? "pass";
}

/** ANY of the outcomes. */
function any(outcomes: readonly ItemOutcome[]): ItemOutcome {
  return ANY.find((outcome) => outcomes.includes(outcome)) ?? "fail";
}

/** The finding of a check that was not decided. */
export const UNJUDGED_ITEM: ItemFinding = { outcome: "unjudged", details: "" };

/**
 * The checklist with the outcome of each line, outer lines before the inner ones. A check without a finding is
 * unjudged.
 */
export function checklistOf(
  items: readonly ChecklistItem[],
  findings: readonly ItemFinding[],
  depth = 0,
): readonly ChecklistLine[] {
  let taken = 0;
  return items.flatMap((item): readonly ChecklistLine[] => {
    if ("check" in item) {
      const { outcome, details } = findings[taken++] ?? UNJUDGED_ITEM;
      return [{ depth, text: item.text, kind: "check", outcome, details: details.slice(0, 500) }];
    }
    const count = checksIn([item]).length;
    const inner = checklistOf(childItemsOf(item), findings.slice(taken, taken + count), depth + 1);
    taken += count;
    const outcomes = inner.filter((line) => line.depth === depth + 1).map(({ outcome }) => outcome);
    const isGroup = "group" in item;
    return [
      {
        depth,
        text: item.text,
        kind: isGroup ? "group" : "anyOf",
        outcome: isGroup ? all(outcomes) : any(outcomes),
        details: "",
      },
      ...inner,
    ];
  });
}

/**
 * One sentence for each outermost line that fails or was not judged, with the checks within it that are to blame; empty
 * when all holds.
 */
export function unmetReasons(lines: readonly ChecklistLine[]): readonly string[] {
  return lines.flatMap((line, index) => {
    if (line.depth > 0 || !isOpen(line)) return [];
    const end = lines.findIndex(({ depth }, at) => at > index && depth === 0);
    const blamed = lines
      .slice(index, end === -1 ? undefined : end)
      .filter((one) => one.kind === "check" && isOpen(one));
    const reasons = blamed.map(({ text, details, outcome }) => `${text}: ${details === "" ? outcome : details}`);
    return [`${line.text} (${line.outcome}): ${reasons.join("; ")}`];
  });
}

function isOpen({ outcome }: ChecklistLine): boolean {
  return outcome === "fail" || outcome === "unjudged";
}
