/** The switches of this GitHub: each makes it behave in one point otherwise than the real one, as far as that is known. */
import type { Deviation } from "../deviation.ts";
import { COMMENTS_OTHERWISE } from "./comments.ts";
import { OBJECTS_OTHERWISE } from "./objects.ts";
import { REFS_OTHERWISE } from "./refs.ts";

/** By the ids of what `loopwright doctor --live` tries. For tests alone: nothing is so where no test asks for it. */
export const OTHERWISE = { ...REFS_OTHERWISE, ...OBJECTS_OTHERWISE, ...COMMENTS_OTHERWISE } as const satisfies Readonly<
  Record<string, Deviation>
>;
