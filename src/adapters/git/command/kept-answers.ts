/** Keeps what git said of objects: an object never changes, so nobody need ask about it twice. */
import type { Git, GitOptions, GitResult } from "./run-git.ts";

/** Bytes of all questions and answers that are kept together. */
const MOST = 8 * 2 ** 20;

/** An answer, and its bytes with those of its question: 0 until it is there. */
interface Kept<A> {
  readonly answer: Promise<A>;
  size: number;
}

/** Asks a question, which has this key, where the answer is not kept. */
export type Keeper<A> = (key: string, ask: () => Promise<A>) => Promise<A>;

/**
 * Keeps answers that last: each question is asked once, also when it is asked again before the answer is there. Kept
 * are at most `most` bytes; what was asked longest ago goes first. A failure is not kept, nor what is larger than all
 * that may be. Whoever gets an answer must not write into its bytes.
 */
export function answerKeeper<A>(bytesOf: (answer: A) => number, most = MOST): Keeper<A> {
  const kept = new Map<string, Kept<A>>();
  const begin = (key: string, ask: () => Promise<A>): Promise<A> => {
    const entry: Kept<A> = { answer: ask(), size: 0 };
    kept.set(key, entry);
    entry.answer.then(
      (answer) => {
        entry.size = key.length + bytesOf(answer);
        if (entry.size > most) kept.delete(key);
        else dropOldest(kept, most);
      },
      () => kept.delete(key),
    );
    return entry.answer;
  };
  return (key, ask) => {
    const known = kept.get(key);
    if (known === undefined) return begin(key, ask);
    kept.delete(key);
    kept.set(key, known);
    return known.answer;
  };
}

/** Git that asks a lasting question (`GitOptions.lasting`) once, as `answerKeeper`. */
export function keepingAnswers(git: Git, most = MOST): Git {
  const keep = answerKeeper<GitResult>(({ stdout }) => stdout.length, most);
  return (args, options: GitOptions = {}) => {
    if (options.lasting !== true) return git(args, options);
    return keep(JSON.stringify([args, options.input?.toString("latin1"), options.cut]), () => git(args, options));
  };
}

function dropOldest(kept: Map<string, Kept<unknown>>, most: number): void {
  let sum = [...kept.values()].reduce((all, { size }) => all + size, 0);
  for (const [key, { size }] of kept) {
    if (sum <= most) return;
    kept.delete(key);
    sum -= size;
  }
}
