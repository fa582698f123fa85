/** Finds the memories that share words with a text; it alone imports minisearch. */
import MiniSearch from "minisearch";
import type { Memory, MemoryHit } from "#core/plan/memory.ts";

/** Different words of a text that are searched for at most: an issue may have sixty thousand characters. */
const WORDS = 200;

/** Words that say nothing about the subject of a text. */
const COMMON = new Set(
  [
    "a an and any are as at be been but by can could did do does for from had has have how if in into is it its",
    "may more must no not of on one only or our should so some than that the their them then there these they this",
    "to too up use used was we were what when where which who why will with would you your",
  ].flatMap((line) => line.split(" ")),
);

/** A word as the index compares it: in lower case, with its accents; null for a common word. */
function termOf(word: string): string | null {
  const term = word.toLowerCase();
  return term.length < 2 || COMMON.has(term) ? null : term;
}

/** Scores each memory by the words that it shares with the text. In the order in which they are given. Pure. */
export function searchMemories(memories: readonly Memory[], text: string): readonly MemoryHit[] {
  const index = new MiniSearch({ fields: ["text", "tags"], processTerm: termOf });
  index.addAll(memories.map(({ id, text: lesson, tags }) => ({ id, text: lesson, tags: tags.join(" ") })));
  const options = { prefix: isLong, fuzzy: (term: string) => (isLong(term) ? 0.15 : false) };
  const scores = new Map(index.search(wordsOf(text), options).map(({ id, score }) => [id, score]));
  return memories.map((memory) => ({ memory, score: scores.get(memory.id) ?? 0 }));
}

/** `test` finds `tests`; a word of two or three letters must match exactly. */
function isLong(term: string): boolean {
  return term.length > 3;
}

/** The first 200 different words, as one text. */
function wordsOf(text: string): string {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    words.add(word.toLowerCase());
    if (words.size === WORDS) break;
  }
  return [...words].join(" ");
}
