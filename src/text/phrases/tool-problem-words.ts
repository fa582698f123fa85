/** Tells people about the agents' tool problems: a line for each iteration, and what could be learned from them. */
import { type ProblemTally, toolProblemCount } from "#core/events/data/problem-tally.ts";
import { type LearnSignal, repeatedProblemsOf } from "#core/events/data/tool-problem.ts";
import { counted } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { list, parts } from "#text/format/table.ts";
import { inline } from "#text/sanitize/quote.ts";

/** How many of the newest signals are shown. */
const SHOWN = 10;

/**
 * Plain words: how many problems, of which agent and kind; "" for none. `iteration`: that one alone; null: the whole
 * run.
 */
export function toolProblemWords(learned: ProblemTally, iteration: number | null): string {
  const total = toolProblemCount(learned, iteration);
  if (total === 0) return "";
  const sums = new Map<string, number>();
  for (const { agentName, kind, count, iteration: of } of learned.counts) {
    if (iteration !== null && of !== iteration) continue;
    sums.set(`${agentName} ${kind}`, (sums.get(`${agentName} ${kind}`) ?? 0) + count);
  }
  return `${counted(total, "stumble")}: ${[...sums].map(([what, count]) => `${what} ${count}`).join(", ")}`;
}

/** Markdown: the rate, repeated problems, the newest signals, and that only a person acts on them; "" for none. */
export function learnLines(learned: ProblemTally): string {
  const total = toolProblemCount(learned);
  if (total === 0) return "";
  const { acts, signals } = learned;
  const lessons = repeatedProblemsOf(signals).map(({ agentName, kind, count }) => `${agentName} ${kind} (${count})`);
  return parts([
    `${counted(total, "stumble")} in ${counted(acts, "act")} of ` +
      `agents${acts === 0 ? "" : ` (${((100 * total) / acts).toFixed(1)} %)`}.`,
    lessons.length === 0 ? "" : `Worth a look: ${inline(lessons.join(", "))}.`,
    list(signals.slice(-SHOWN).map(signalLine)),
    "Nothing acts on this by itself. `run.json` of the run holds the whole list; what is learned from it is " +
      "applied by a pull request of a person's own.",
  ]);
}

function signalLine({ agentName, kind, details }: LearnSignal): string {
  const output = details.output.trim() === "" ? "" : `: ${clip(details.output.trim(), 120)}`;
  return inline(`${agentName}, ${kind}, ${details.kind} ${details.name}${output}`);
}
