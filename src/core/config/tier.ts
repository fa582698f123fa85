/** Symbolic names of models, and what they are mapped to (S3.16). */
import * as z from "zod";

/** The strongest, the usual and the cheapest model. */
export const Tier = z.enum(["best", "balanced", "fast"]);
export type Tier = z.infer<typeof Tier>;

/** From a tier to the concrete id behind it. */
export type Models = Readonly<Record<Tier, string>>;
