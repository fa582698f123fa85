/** The two degrees of strictness of an evaluation: A holds the base rules, B adds the stricter ones. */
import * as z from "zod";

export const Level = z.enum(["A", "B"]);
export type Level = z.infer<typeof Level>;
