/** Schemas of the ids and paths that the events of a run hold. */
import * as z from "zod";

/** A commit, tree or blob of git: SHA-1 or SHA-256, in lower-case hexadecimal digits. */
export const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);
/** An id that GitHub gave: of a comment, a workflow run, a person. */
export const Id = z.int().positive();
/** Paths of files in a repository. */
export const Paths = z.array(z.string()).max(500);
