/** What came of the stories: a line for each, the sum, and what is not as it should be. */
import type { Spent, StoryResult } from "./one-story.ts";
import type { MemoryStory } from "./stories.ts";

/** A story and what came of it. */
export interface Result extends StoryResult {
  readonly name: MemoryStory["name"];
}

/** One line of the table. */
export function lineOf({ name, fits, without, with: withIt, gone }: Result): string {
  const goes = gone === null ? "" : `; gone after ${gone} runs`;
  const cells = [
    name.padEnd(24),
    String(without.rounds).padStart(7),
    String(withIt.rounds).padStart(5),
    String(without.tokens).padStart(9),
    String(withIt.tokens).padStart(7),
    String(withIt.shown).padStart(6),
  ];
  return `${cells.join(" ")}  ${without.ending}, ${withIt.ending}${fits ? "" : `; does not fit${goes}`}`;
}

const sum = (results: readonly Result[], of: (result: Result) => number): number => results.reduce((total, one) => total + of(one), 0);

function totals(results: readonly Result[], which: "without" | "with"): Pick<Spent, "rounds" | "tokens"> {
  return { rounds: sum(results, (one) => one[which].rounds), tokens: sum(results, (one) => one[which].tokens) };
}

/** The sum of all stories. */
export function totalOf(results: readonly Result[]): string {
  const [without, withIt] = [totals(results, "without"), totals(results, "with")];
  const share = ((withIt.tokens / without.tokens) * 100).toFixed(0);
  return `${results.length} stories: ${without.rounds} rounds and ${without.tokens} tokens without, ${withIt.rounds} rounds and ${withIt.tokens} tokens (${share} %) with`;
}

/** Everything that is not as it should be, in words. */
export function faultsOf(results: readonly Result[]): readonly string[] {
  const [without, withIt] = [totals(results, "without"), totals(results, "with")];
  return [
    ...results.flatMap(({ name, fits, without: before, with: after, gone }) => [
      ...(fits && after.rounds >= before.rounds ? [`${name}: what was remembered fits and saves no round`] : []),
      ...(after.ending === "completed" ? [] : [`${name}: ended ${after.ending} with it`]),
      ...(!fits && after.shown > 0 && gone === null ? [`${name}: what does not fit stays`] : []),
    ]),
    ...(results.some(({ fits }) => fits) && withIt.tokens >= without.tokens ? ["all stories together take no fewer tokens with it"] : []),
  ];
}
