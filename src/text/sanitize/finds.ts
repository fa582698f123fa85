/** Records what was found in a text that its readers do not see; a maintainer decides about it before approving. */

/** Finds of one kind: how many, and in `sample` the beginning of the first few, with invisible characters escaped. */
export interface Find {
  readonly kind: string;
  readonly times: number;
  readonly sample: string;
}

/** Finds by kind, filled while a text is read: how often, and the beginning of each as it stood there. */
export type Finds = Map<string, { times: number; raw: string }>;

/** The most characters of a find that are shown. */
const SHOWN = 80;

/** Records one find. */
export function noteFind(finds: Finds, kind: string, what: string): void {
  const found = finds.get(kind);
  if (found === undefined) {
    finds.set(kind, { times: 1, raw: what.slice(0, 2 * SHOWN) });
    return;
  }
  found.times += 1;
  if (found.raw.length < SHOWN) found.raw += what.slice(0, SHOWN);
}

/** The finds as a report lists them, in the order of the text. */
export function findsIn(finds: Finds): readonly Find[] {
  return [...finds].map(([kind, { times, raw }]) => ({ kind, times, sample: escaped(raw) }));
}

/** Writes every invisible character as its number. At most 80 characters, the last one `…` where something was cut. */
function escaped(raw: string): string {
  const shown = raw
    .trim()
    .replace(/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
      character === " " ? " " : character === "\n" ? "\\n" : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  const characters = [...shown];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join("")}…` : shown;
}

/** Kind and count in words: `2 HTML comments`. */
export function findName({ kind, times }: Find): string {
  return `${times} ${kind}${times === 1 ? "" : "s"}`;
}
