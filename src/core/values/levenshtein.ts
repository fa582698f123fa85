/** The Levenshtein distance of two words. */

/** How many letters must be put in, taken out or exchanged to make one word of the other. */
export function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  let last = b.length;
  for (const [i, letter] of [...a].entries()) {
    let diagonal = i;
    last = i + 1;
    const next = [last];
    for (const [j, above] of row.slice(1).entries()) {
      last = Math.min(above + 1, last + 1, diagonal + (letter === b[j] ? 0 : 1));
      diagonal = above;
      next.push(last);
    }
    row = next;
  }
  return last;
}
