/** Keeps what git said of objects: an object never changes, so nobody need ask about it twice. */
import type { Git, GitOptions, GitResult } from "./run-git.ts";

/** Bytes of all questions and answers that are kept together. */
const MOST = 8 * 2 ** 20;

/**
 * Git that asks a lasting question (`GitOptions.lasting`) once, also when it is asked again before the answer is there.
 * Kept are at most `most` bytes; what was asked longest ago goes first. A failure is not kept. Whoever gets an answer
 * must not write into its bytes.
 */
export function keepingAnswers(git: Git, most = MOST): Git {
  const kept = new Map<string, Promise<GitResult>>();
  const sizes = new Map<string, number>();
  const forget = (key: string): void => {
    kept.delete(key);
    sizes.delete(key);
  };
  const keepWithin = (): void => {
    let sum = [...sizes.values()].reduce((all, size) => all + size, 0);
    for (const [oldest, size] of sizes) {
      if (sum <= most) return;
      forget(oldest);
      sum -= size;
    }
  };
  const ask = (key: string, args: readonly string[], options: GitOptions): Promise<GitResult> => {
    const answer = git(args, options);
    kept.set(key, answer);
    answer.then(
      ({ stdout }) => {
        sizes.set(key, key.length + stdout.length);
        keepWithin();
      },
      () => forget(key),
    );
    return answer;
  };
  return (args, options = {}) => {
    if (options.lasting !== true) return git(args, options);
    const key = JSON.stringify([args, options.input?.toString("latin1"), options.cut]);
    const known = kept.get(key);
    if (known === undefined) return ask(key, args, options);
    const size = sizes.get(key);
    if (size !== undefined) {
      sizes.delete(key);
      sizes.set(key, size);
    }
    return known;
  };
}
