/** Asks one git process many questions: to start one for each costs more than all their answers. */
import { Failure } from "#ports/failure.ts";
import type { GitProcess } from "./run-git.ts";

/**
 * The bytes of the answer that begins here; more than there are where it is not whole, and at least so many have to be
 * there until its length is known. Pure.
 */
export type AnswerLength = (begun: Buffer) => number;

/** The length of an answer of one line. */
export const oneLine: AnswerLength = (begun) => {
  const end = begun.indexOf("\n");
  return 1 + (end === -1 ? begun.length : end);
};

/** A git process that answers in the order of its questions. */
export interface GitSession {
  /**
   * Asks; the first who does starts git. Throws `Failure("git")` where git ends before it has answered: then the
   * questions behind it fail as well, and the next one starts it anew.
   */
  readonly ask: (question: Buffer | string, length: AnswerLength) => Promise<Buffer>;
  /** Ends git, when it has answered. Idempotent. */
  readonly close: () => Promise<void>;
}

/** A session over the git that `start` starts. */
export function gitSession(start: () => Promise<GitProcess>): GitSession {
  let running: Promise<GitSession> | null = null;
  const forget = (): void => {
    running = null;
  };
  const begin = (): Promise<GitSession> => {
    const begun = start().then((git) => {
      void git.over.then(forget);
      return runningOver(git);
    });
    begun.catch(forget);
    return begun;
  };
  return {
    ask: async (question, length) => {
      running ??= begin();
      return (await running).ask(question, length);
    },
    close: async () => (await running)?.close(),
  };
}

interface Asked {
  readonly length: AnswerLength;
  readonly resolve: (answer: Buffer) => void;
  readonly reject: (error: Failure) => void;
}

function runningOver({ name, stdin, stdout, over, hold }: GitProcess): GitSession {
  const asked: Asked[] = [];
  stdout.on("data", answering(asked, hold));
  // Git that ends before it has read a question says why by its end.
  stdin.on("error", () => undefined);
  const end = over.then((why) => {
    const failure = new Failure("git", `${name} did not answer: ${why}`, { retryable: false });
    for (const { reject } of asked.splice(0)) reject(failure);
  });
  return {
    ask: (question, length) =>
      new Promise((resolve, reject) => {
        asked.push({ length, resolve, reject });
        hold(true);
        stdin.write(question);
      }),
    close: () => {
      hold(true);
      stdin.end();
      return end;
    },
  };
}

/** Gives each question its answer, from what git prints. Without a question git says nothing. */
function answering(asked: Asked[], hold: GitProcess["hold"]): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let [bytes, needed] = [0, 1];
  const take = (length: number, begun: Buffer): void => {
    const first = asked.shift();
    hold(asked.length > 0);
    first?.resolve(begun.subarray(0, length));
    chunks = [begun.subarray(length)];
    [bytes, needed] = [bytes - length, 1];
  };
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    for (let [first] = asked; first !== undefined && bytes >= needed; [first] = asked) {
      const [begun = Buffer.concat(chunks)] = chunks.length === 1 ? chunks : [];
      chunks = [begun];
      needed = first.length(begun);
      if (needed <= bytes) take(needed, begun);
    }
  };
}
