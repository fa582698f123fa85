/** Keeps what git said of objects: an object never changes, so nobody need ask about it twice. */
import type { Git, GitOptions, GitResult } from "./run-git.ts";

/** Bytes of all questions and answers that are kept together. */
const MOST = 8 * 2 ** 20;

/** An answer, and its bytes with those of its question: 0 until it is there. */
interface Kept {
  readonly answer: Promise<GitResult>;
  size: number;
}

/**
 * Git that asks a lasting question (`GitOptions.lasting`) once, also when it is asked again before the answer is there.
 * Kept are at most `most` bytes; what was asked longest ago goes first. A failure is not kept, nor
 * what is larger than all that may be. Whoever gets an answer
 * must not write into its bytes.
 */
export function keepingAnswers(git: Git, most = MOST): Git {
  const kept = new Map<string, Kept>();
  const ask = (key: string, args: readonly string[], options: GitOptions): Promise<GitResult> => {
    const entry: Kept = { answer: git(args, options), size: 0 };
    kept.set(key, entry);
    entry.answer.then(
      ({ stdout }) => {
        entry.size = key.length + stdout.length;
        if (entry.size > most) kept.delete(key);
        else dropOldest(kept, most);
      },
      () => kept.delete(key),
    );
    return entry.answer;
  };
  return (args, options = {}) => {
    if (options.lasting !== true) return git(args, options);
    const key = JSON.stringify([args, options.input?.toString("latin1"), options.cut]);
    const known = kept.get(key);
    if (known === undefined) return ask(key, args, options);
    kept.delete(key);
    kept.set(key, known);
    return known.answer;
  };
}

function dropOldest(kept: Map<string, Kept>, most: number): void {
  let sum = [...kept.values()].reduce((all, { size }) => all + size, 0);
  for (const [key, { size }] of kept) {
    if (sum <= most) return;
    kept.delete(key);
    sum -= size;
  }
}
