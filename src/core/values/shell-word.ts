/** Writes a text as one word of a shell. */

/** Between quotation marks that bash, zsh, fish and POSIX shells read alike, whatever it holds. Pure. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
