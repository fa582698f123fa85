/** Many who ask at one moment are one question. */

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What is asked within so many milliseconds (0: within one turn of the event loop) is handed to `ask` together, in order; it answers each in
 * its place. What it throws, everybody gets who asked then.
 */
export function gathered<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  ms: number,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = [];
  const send = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    try {
      const answers = await ask(all.map(({ question }) => question));
      for (const [index, { resolve, reject }] of all.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error(`bug: ${answers.length} answers to ${all.length} questions`));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) > 1) return;
      if (ms === 0) setImmediate(() => void send());
      else setTimeout(() => void send(), ms);
    });
}
