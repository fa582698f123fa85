/** A file before and after a change, for checks that look for what the change takes away. */
import type { Outline } from "./test-outline.ts";

/** The content of a file that exists and is no text: a binary or a link. A file that does not exist is null. */
export const NOT_TEXT = Symbol("not text");

/** The whole text of a file, or that there is none. */
export type FileContent = string | typeof NOT_TEXT | null;

/** `outlines`: of both texts, where the parser makes a syntax tree of each. */
export interface FileChange {
  readonly path: string;
  readonly before: FileContent;
  readonly after: FileContent;
  readonly outlines?: { readonly before: Outline; readonly after: Outline } | null;
}

/** The text of a file; empty where the file does not exist or is no text. Pure. */
export function readableTextOf(content: FileContent): string {
  return typeof content === "string" ? content : "";
}
