/** The tiers of models: symbolic names, and the concrete id behind each. */
import * as z from "zod";

/** The strongest, the usual and the cheapest model. */
export const Tier = z.enum(["best", "balanced", "fast"]);
export type Tier = z.infer<typeof Tier>;

/** From a tier to the concrete id behind it. */
export type Models = Readonly<Record<Tier, string>>;
