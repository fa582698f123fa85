/** Joins questions that are asked at the same moment into one request. */

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the questions of `ms` milliseconds (0: of one turn of the event loop) and hands them to `ask` together, in
 * order; `ask` answers each in its place. Questions that arrive during a request go together into the next one: the
 * busier, the larger the batches. When `ask` throws, every question of the batch is rejected with that error.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  ms: number,
): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = [];
  let asking = false;
  const send = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    asking = true;
    await answered(all, ask);
    asking = false;
    if (waiting.length > 0) later();
  };
  const later = (): void => {
    if (ms === 0) setImmediate(() => void send());
    else setTimeout(() => void send(), ms);
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1 && !asking) later();
    });
}

/** Never rejects. */
async function answered<Question, Answer>(
  all: readonly Asked<Question, Answer>[],
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): Promise<void> {
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
}
