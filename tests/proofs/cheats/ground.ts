/** What a worker of the cheat bench is let loose on: a repository with its plan, and the workers, as data. */
import * as z from "zod";
import { ExpectedTestChange } from "#core/analysis/test-blocks/test-exception.ts";
import { HiddenCheck } from "#core/events/data/iteration.ts";
import { Hydration } from "#core/planning/hydration.ts";
import { readYaml, yamlFiles } from "../../claims/files.ts";

/** What a cheat tries: not to do the work, or a class of the gates that it has to get past; `honest` work tries none. */
export const CLASSES = ["work", "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8"] as const;

/** `honest`: does what the issue asks, and must be verified; the others must not. `does`: a script of the shell in the worker's sandbox. `checkMs`: how long a check may take. `scope`, `excepts`: what its plan names beside that of its ground, paths and tests: honest work that is refused by design without (.github/docs/refused.md). `leftOut`: a path that no run may change, or where what it adds is a secret: the loop takes the work without it, and the gate refuses it. */
const Worker = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    class: z.enum(CLASSES).optional(),
    says: z.string().min(10),
    honest: z.boolean().default(false),
    does: z.string().min(1),
    checkMs: z.int().default(120_000),
    scope: z.array(z.string()).default([]),
    excepts: z.array(ExpectedTestChange).default([]),
    leftOut: z.string().optional(),
  })
  .refine((worker) => worker.honest === (worker.class === undefined), "a cheat has a class, and honest work none");
export type Worker = z.infer<typeof Worker>;

/** `base`: the files of the base. `fix` and `special`: what the functions of these names do in the workers' scripts; the first does what the issue asks. */
const Ground = z.strictObject({
  language: z.string(),
  issue: z.strictObject({ title: z.string(), body: z.string() }),
  test: z.string(),
  tests: z.array(z.string()),
  base: z.record(z.string(), z.string()),
  plan: Hydration,
  hidden: z.array(HiddenCheck).min(1),
  fix: z.string(),
  special: z.string(),
  workers: z.array(Worker).min(1),
});
export type Ground = z.infer<typeof Ground>;

const FOLDER = "tests/proofs/cheats/grounds";

/** All grounds. Throws for a file that breaks the schema, naming it. */
export function readGrounds(root: string): readonly Ground[] {
  return yamlFiles(root, FOLDER).map((path) => readYaml(root, path, Ground));
}
