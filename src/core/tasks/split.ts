/** The decomposer's answer, and the parts of an atom that it becomes. */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";
import type { Atom } from "./atom.ts";

/** The answer. `after`: the numbers of earlier parts that must be done first, from 1. No parts: it cannot be split. */
export const Split = z
  .strictObject({
    reason: boundedText(500),
    parts: z.array(z.strictObject({ description: boundedText(500), after: z.array(z.int()).max(3) })).max(4),
  })
  .superRefine(({ parts }, context) => {
    if (parts.length === 1)
      context.addIssue({ code: "custom", message: "one part is no split: two to four, or none", path: ["parts"] });
    for (const [index, { after }] of parts.entries()) {
      if (after.every((number) => number >= 1 && number <= index)) continue;
      context.addIssue({
        code: "custom",
        message: "a part can only come after earlier ones",
        path: ["parts", index, "after"],
      });
    }
  });
export type Split = z.infer<typeof Split>;

/** The parts as atoms: each waits for what the whole atom waited for, and for the earlier parts that it names. */
export function partsOfSplit({ id, dependsOn, priority }: Atom, { parts }: Split): Atom[] {
  return parts.map(({ description, after }, index) => ({
    id: `${id}.${index + 1}`,
    description,
    dependsOn: [...dependsOn, ...after.map((number) => `${id}.${number}`)],
    group: null,
    doubtful: false,
    priority,
  }));
}
