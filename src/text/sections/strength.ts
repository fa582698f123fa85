/**
 * Describes how strong the checks are: how many faults planted in the changed lines they found, and which they missed.
 */
import type { CheckStrength } from "#core/analysis/test-guard/mutants.ts";
import { isUnmeasured } from "#core/analysis/test-results/bite-verdict.ts";
import { clip } from "#text/format/shorten.ts";
import { list, parts } from "#text/format/table.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** Plain lines, for a prompt or a terminal; none where the strength was not measured. */
export function strengthLines(strength: CheckStrength | null): readonly string[] {
  if (strength === null) return [];
  const unseen = strength.survived.map(
    ({ path, line, was, now }) => `not noticed: ${path}:${line} with ${was.trim()} as ${now.trim()}`,
  );
  return [summaryOf(strength), ...unseen];
}

function summaryOf({ planted, found }: CheckStrength): string {
  return `The checks found ${found} of ${planted} faults that were planted in the changed lines`;
}

/**
 * The section of a pull request, with at most ten missed faults; empty where nothing was measured. `bite`: what was
 * found of whether the tests still find faults.
 */
export function strengthSection(strength: CheckStrength | null, bite: string | null): string {
  const still = bite === null || isUnmeasured(bite) ? "" : `${inline(sentence(bite))}.`;
  return parts([still, strength === null ? "" : plantedLines(strength)]);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function plantedLines(strength: CheckStrength): string {
  const unseen = strength.survived.slice(0, 10).map(({ path, line, was, now }) => {
    return `${code(`${path}:${line}`)} ${code(clip(was.trim(), 100))} as ${code(clip(now.trim(), 100))}`;
  });
  const more = strength.survived.length - unseen.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  const unnoticed = unseen.length === 0 ? "" : ` Nothing noticed:\n\n${list([...unseen, ...rest])}`;
  return `${inline(summaryOf(strength))}.${unnoticed}`;
}
