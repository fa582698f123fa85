/** A file that is to get another text, or none. */

/** The text that a file gets; null removes it. */
export interface FileEdit {
  readonly path: string;
  readonly text: string | null;
}
