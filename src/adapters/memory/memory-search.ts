/** Which memories fit a text, by the words that both have: the one door to minisearch. */
import MiniSearch from "minisearch";
import type { Memory, MemoryHit } from "#core/plan/memory.ts";

/** As many different words of a question as are looked for: an issue may have sixty thousand characters. */
const WORDS = 200;

/** Words that say nothing of what a text is about. */
const COMMON = new Set(
  "a an and any are as at be been but by can could did do does for from had has have how if in into is it its may more must no not of on one only or our should so some than that the their them then there these they this to too up use used was we were what when where which who why will with would you your".split(
    " ",
  ),
);

/** The words of a text as they are compared: lower case, with an accent where there is one, none that is common. */
function termOf(word: string): string | null {
  const term = word.toLowerCase();
  return term.length < 2 || COMMON.has(term) ? null : term;
}

/** How well each fits; those that share no word with the text are left out. In no order. Pure. */
export function searchMemories(memories: readonly Memory[], text: string): readonly MemoryHit[] {
  const index = new MiniSearch({ fields: ["text", "tags"], processTerm: termOf });
  index.addAll(memories.map(({ id, text: said, tags }) => ({ id, text: said, tags: tags.join(" ") })));
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const options = { prefix: isLong, fuzzy: (term: string) => (isLong(term) ? 0.15 : false) };
  return index.search(wordsOf(text), options).flatMap(({ id, score }) => {
    const memory = byId.get(id);
    return memory === undefined ? [] : [{ memory, score }];
  });
}

/** `test` finds `tests`; two or three letters find themselves alone. */
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
