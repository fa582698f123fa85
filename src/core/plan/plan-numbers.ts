/**
 * The numbers of a plan that an approver may change before they approve, and how `/approve max_iterations=6` names
 * them.
 */
import * as z from "zod";
import type { Plan } from "./plan.ts";

const Whole = z.int().positive();
const Part = z.number().positive().max(1);

/** Numbers by their names; at least one. */
export const PlanNumbers = z
  .strictObject({
    max_iterations: Whole,
    tokens: Whole,
    dollars: z.number().positive(),
    minutes: Whole,
    threshold_a: Part,
    threshold_b: Part,
  })
  .partial()
  .refine((settings) => Object.keys(settings).length > 0, { error: "nothing is set" });
export type PlanNumbers = z.infer<typeof PlanNumbers>;
export type PlanNumberName = keyof PlanNumbers;

export const PLAN_NUMBER_NAMES: readonly PlanNumberName[] = [
  "max_iterations",
  "tokens",
  "dollars",
  "minutes",
  "threshold_a",
  "threshold_b",
];

const PART = /^(0[.]\d{1,4}|1([.]0{1,4})?)$/;

/**
 * The written forms of the numbers: whole ones without a point, others with at most four digits behind it. No number is
 * ever rounded to fit.
 */
const FORMS: Readonly<Record<PlanNumberName, { readonly form: RegExp; readonly what: string }>> = {
  max_iterations: { form: /^\d{1,9}$/, what: "a whole number" },
  tokens: { form: /^\d{1,12}$/, what: "a whole number" },
  minutes: { form: /^\d{1,9}$/, what: "a whole number" },
  dollars: { form: /^\d{1,9}([.]\d{1,4})?$/, what: "a number" },
  threshold_a: { form: PART, what: "a number of at most 1" },
  threshold_b: { form: PART, what: "a number of at most 1" },
};

/** The result of reading an approver's text: settings, or a sentence about what is wrong with it. */
export type ParsedPlanNumbers =
  | { readonly kind: "settings"; readonly settings: PlanNumbers }
  | { readonly kind: "wrong"; readonly problem: string };

/** Reads `max_iterations=6 dollars=2.5`: words with one `=` each, every name once. */
export function parsePlanNumbers(text: string): ParsedPlanNumbers {
  const settings = new Map<PlanNumberName, number>();
  for (const word of text.split(/[ \t]+/)) {
    const at = word.indexOf("=");
    const name = PLAN_NUMBER_NAMES.find((known) => known === word.slice(0, at));
    if (name === undefined)
      return wrong(
        `What /approve can set is ${PLAN_NUMBER_NAMES.join(", ")}, each as name=number, ` +
          "and without a digest beside it.",
      );
    if (settings.has(name)) return wrong(`${name} is set twice.`);
    const value = word.slice(at + 1);
    const { form, what } = FORMS[name];
    if (!form.test(value) || Number(value) <= 0)
      return wrong(`${name} takes ${what} above 0, such as ${name}=${SUCH_AS[name]}.`);
    settings.set(name, Number(value));
  }
  return { kind: "settings", settings: PlanNumbers.parse(Object.fromEntries(settings)) };
}

const SUCH_AS: Readonly<Record<PlanNumberName, string>> = {
  max_iterations: "6",
  tokens: "2000000",
  dollars: "2.50",
  minutes: "30",
  threshold_a: "0.8",
  threshold_b: "0.9",
};

function wrong(problem: string): ParsedPlanNumbers {
  return { kind: "wrong", problem };
}

/** The plan with the numbers that were set; all else stays, so that the rules are as they were reviewed. */
export function withPlanNumbers(plan: Plan, settings: PlanNumbers): Plan {
  const { thresholds, limits } = plan;
  const { max_iterations, tokens, dollars, minutes, threshold_a, threshold_b } = settings;
  return {
    ...plan,
    thresholds: { A: threshold_a ?? thresholds.A, B: threshold_b ?? thresholds.B },
    limits: {
      ...limits,
      iterations: max_iterations ?? limits.iterations,
      tokens: tokens ?? limits.tokens,
      dollars: dollars ?? limits.dollars,
      minutes: minutes ?? limits.minutes,
    },
  };
}
