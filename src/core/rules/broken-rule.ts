/** A rule that says nothing about the work, as trying the plan on its base has shown. */
import * as z from "zod";
import { Details } from "#core/values/details.ts";
import { RuleId } from "./rule.ts";

/** `why`: what is wrong with it, in words, with what its command printed. */
export const BrokenRule = z.strictObject({ id: RuleId, why: Details });
export type BrokenRule = z.infer<typeof BrokenRule>;
