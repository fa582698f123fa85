/** A file before and after a change, as those read it that look for what a change takes away. */
import type { Outline } from "./test-outline.ts";

/** Stands for a file that is there and is no text: a binary or a link. A file that is not there is null. */
export const NOT_TEXT = Symbol("not text");

/** The whole text of a file, where it has one. */
export type FileContent = string | typeof NOT_TEXT | null;

/** `outlines`: of both texts, where a syntax tree can be made of them. */
export interface FileChange {
  readonly path: string;
  readonly before: FileContent;
  readonly after: FileContent;
  readonly outlines?: { readonly before: Outline; readonly after: Outline } | null;
}

/** What can be read of a file: nothing of one that is not there or is no text. Pure. */
export function readableTextOf(content: FileContent): string {
  return typeof content === "string" ? content : "";
}
