/** Removes the given characters from the end of a text. Takes linear time, where a pattern like `x+$` does not. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
