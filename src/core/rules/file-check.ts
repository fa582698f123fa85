/** Decides the checks `file` and `not_file`, which need no command. */
import { detailsOf } from "#core/values/details.ts";
import { existsInTree } from "#core/values/glob.ts";
import type { CheckOf } from "./check.ts";

/** The outcome of the check on a tree with these paths. */
export function checkFile(
  { kind, path }: CheckOf<"file"> | CheckOf<"not_file">,
  paths: readonly string[],
): { readonly ok: boolean; readonly details: string } {
  const there = existsInTree(path, paths);
  return { ok: there === (kind === "file"), details: detailsOf(`${path} is ${there ? "" : "not "}there`) };
}
