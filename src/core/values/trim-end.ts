/**
 * The text without those of the characters that stand at its end. Linear, where a pattern like `x+$` is not (LIM-02).
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
