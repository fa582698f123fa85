/** Decides a `quality` check: a rubric, the judge's mark for each criterion, and the threshold for their average. */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";
import { detailsOf } from "#core/values/details.ts";

/** The name of a criterion, in one or two words; unique within a rubric. */
const Name = z.string().trim().min(1).max(80);

/**
 * One criterion. `weight` counts in proportion to the others. `levels` say what the marks 1, 3 and 5 look like;
 * null: nothing said.
 */
const Criterion = z
  .strictObject({
    criterion: Name,
    description: z.string().trim().max(1000).default(""),
    weight: z.number().positive().max(100).default(1),
    levels: z
      .strictObject({ one: boundedText(300), three: boundedText(300), five: boundedText(300) })
      .nullable()
      .default(null),
  })
  .meta({ asks: ["criterion", "description", "weight"] });

/** The mark that a rubric must reach on average, and the one that plain criteria must reach. */
export const RUBRIC_PASS = 3.5;
export const CRITERIA_PASS = 3;

/** The criteria of a rubric, or none. */
export const Criteria = z
  .array(Criterion)
  .max(8)
  .refine((rubric) => new Set(rubric.map(({ criterion }) => criterion)).size === rubric.length, {
    error: "two criteria have the same name",
  });
const Rubric = Criteria.min(1);

/** The check. `scope`: a glob of what is looked at; null: the files that were changed. */
export const Quality = z.strictObject({
  kind: z.literal("quality"),
  rubric: Rubric,
  passThreshold: z.number().min(1).max(5).default(RUBRIC_PASS),
  scope: z.string().trim().min(1).max(300).nullable().default(null),
});
export type Quality = z.infer<typeof Quality>;

/** A judge's mark for one criterion, from 1 to 5, with the reason; a mark without a reason is none. */
export const Mark = z.strictObject({ criterion: Name, score: z.int().min(1).max(5), reason: boundedText(500) });
export type Mark = z.infer<typeof Mark>;

/** The outcome of the marks: `unjudged` while one is missing. `average` is null then. */
export interface Rating {
  readonly outcome: "pass" | "fail" | "unjudged";
  readonly average: number | null;
  readonly details: string;
}

/**
 * The weighted average of the marks against the threshold. The weights are normalised by their sum, which is above 0.
 */
export function rateMarks({ rubric, passThreshold }: Quality, marks: readonly Mark[]): Rating {
  const missing = rubric
    .filter(({ criterion }) => !marks.some((mark) => mark.criterion === criterion))
    .map(({ criterion }) => criterion);
  if (missing.length > 0) return { outcome: "unjudged", average: null, details: `no mark for: ${missing.join(", ")}` };
  const given = rubric.flatMap(({ criterion, weight }) =>
    marks
      .filter((mark) => mark.criterion === criterion)
      .slice(0, 1)
      .map((mark) => ({ weight, ...mark })),
  );
  const total = given.reduce((sum, { weight }) => sum + weight, 0);
  const average = given.reduce((sum, { weight, score }) => sum + weight * score, 0) / total;
  const reasons = given.map(({ criterion, score, reason }) => `${criterion} ${score}: ${reason}`);
  return {
    // Weights may be fractions: the tolerance makes up for the rounding of their sum.
    outcome: average >= passThreshold - 1e-9 ? "pass" : "fail",
    average,
    details: detailsOf([`${average.toFixed(2)} of 5, needed ${passThreshold}`, ...reasons].join("\n")),
  };
}
