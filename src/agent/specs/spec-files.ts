/** Merges a repository's own agent files with those of the product. */
import { alignTools } from "#agent/tools/align.ts";
import type { Spec } from "./spec.ts";

/** No model of OpenAI: tools are compared as the built-in files name them. */
const NO_MODEL = "";

/** A file of a repository: its path, for messages, and its text, read from the base branch only. */
export interface SpecFile {
  readonly file: string;
  readonly text: string;
}

/**
 * The input of a merge: the built-in specs, the repository's files and their parser, and the word for their kind in
 * messages.
 */
export interface SpecMerge<S extends Spec> {
  readonly built: ReadonlyMap<S["name"], S>;
  readonly files: readonly SpecFile[];
  readonly parse: (file: string, text: string) => S;
  readonly word: "role" | "agent";
}

/**
 * The built-in specs with those of the files in their place. Throws an `Error` that names the file when one cannot be
 * read, is the second of its name, or gives a built-in spec a tool that it does not have: a verifier must not write,
 * and neither must root.
 */
export function mergeSpecFiles<S extends Spec>({ built, files, parse, word }: SpecMerge<S>): ReadonlyMap<S["name"], S> {
  const all = new Map(built);
  const owners = new Map<string, string>();
  for (const { file, text } of files) {
    const spec = parse(file, text);
    const owner = owners.get(spec.name);
    if (owner !== undefined)
      throw new Error(`${file}: the ${word} ${spec.name} is already set by ${owner}; keep one of the two files`);
    const ours = built.get(spec.name);
    if (ours !== undefined)
      refuseWiderSpec({ file, word, name: spec.name }, alignTools(spec.tools, NO_MODEL), ours.tools);
    owners.set(spec.name, file);
    all.set(spec.name, spec);
  }
  return all;
}

/** Throws when a file's spec has more than the built-in one. */
export function refuseWiderSpec(
  { file, word, name }: { readonly file: string; readonly word: string; readonly name: string },
  wanted: readonly string[],
  allowed: readonly string[],
): void {
  const extra = wanted.filter((one) => !allowed.includes(one));
  if (extra.length === 0) return;
  throw new Error(
    `${file}: the ${word} ${name} may not have ${extra.join(", ")}; leave it out (it may have: ` +
      `${allowed.join(", ") || "none"})`,
  );
}
