/** What was found in a text that its readers do not see, for a maintainer who decides about it (INJ-28). */

/** `times` of one kind, with the beginning of the first few together; `sample` holds no character that is not seen. */
export interface Find {
  readonly kind: string;
  readonly times: number;
  readonly sample: string;
}

/** Grows while a text is read. By kind: how often, and the beginning of it as it stood there. */
export type Finds = Map<string, { times: number; raw: string }>;

/** Characters of a find that are shown. */
const SHOWN = 80;

/** Writes one find down. */
export function noteFind(finds: Finds, kind: string, what: string): void {
  const found = finds.get(kind);
  if (found === undefined) {
    finds.set(kind, { times: 1, raw: what.slice(0, 2 * SHOWN) });
    return;
  }
  found.times += 1;
  if (found.raw.length < SHOWN) found.raw += what.slice(0, SHOWN);
}

/** As a report has them, in the order in which they were met. */
export function findsIn(finds: Finds): readonly Find[] {
  return [...finds].map(([kind, { times, raw }]) => ({ kind, times, sample: escaped(raw) }));
}

/** Every character that is not drawn is written as its number. At most 80 characters, the last one `…` where something was cut. */
function escaped(raw: string): string {
  const shown = raw
    .trim()
    .replace(/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
      character === " " ? " " : character === "\n" ? "\\n" : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  const comments = [...shown];
  return comments.length > SHOWN ? `${comments.slice(0, SHOWN - 1).join("")}…` : shown;
}

/** Kind and count in words: `2 HTML comments`. */
export function findName({ kind, times }: Find): string {
  return `${times} ${kind}${times === 1 ? "" : "s"}`;
}
