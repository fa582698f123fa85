/** The operator's commands on dead letters: list the jobs that failed for good, replay them, discard them. */
import { type DeadLetters, deadLettersOf } from "#adapters/queue/lanes.ts";
import { redisDeadLetters } from "#adapters/queue/redis-dead-letters.ts";
import { QUEUE_BOUNDS, REDIS_QUEUE, REDIS_QUEUE_AHEAD } from "./queue.ts";
import { readJob } from "./read-job.ts";

const USAGE = `Usage of the bot's program:
  node dist/bot.mjs                      listens for webhooks
  node dist/bot.mjs dead                 lists what failed for good
  node dist/bot.mjs replay <delivery>…   has it done again by the bots that run
  node dist/bot.mjs discard <delivery>…  forgets it: it is done when its webhook is sent again, and else never`;

/** The action for each delivery that the operator names. */
interface Each {
  readonly act: (deadLetters: DeadLetters, delivery: string) => Promise<boolean>;
  readonly done: string;
}

const EACH: ReadonlyMap<string, Each> = new Map([
  ["replay", { act: (deadLetters, delivery) => deadLetters.replay(delivery), done: "waits for its turn again" }],
  ["discard", { act: (deadLetters, delivery) => deadLetters.discard(delivery), done: "is discarded" }],
]);

/**
 * Does what the arguments say, and gives the lines to print. `url`: the address of Redis; null where none is set.
 * Throws an `Error` for unknown arguments, for a delivery that is no dead letter, and where there is no Redis;
 * `Failure("queue")` when Redis cannot be reached.
 */
export async function runDeadLetterCommand(words: readonly string[], url: string | null): Promise<readonly string[]> {
  const [word, ...deliveries] = words;
  const each = EACH.get(word ?? "");
  if (deliveries.length > 0 ? each === undefined : word !== "dead")
    throw new Error(`"${words.join(" ")}" is no command\n${USAGE}`);
  if (url === null)
    throw new Error(
      "REDIS_URL is not set: without Redis what failed is kept in the bot's memory and written in its log; " +
        "send the webhook again on the App's page, under Advanced",
    );
  const open = (place: typeof REDIS_QUEUE): Promise<DeadLetters> =>
    redisDeadLetters({ ...place, url, read: readJob, log: QUIET }, QUEUE_BOUNDS);
  const deadLetters = deadLettersOf([await open(REDIS_QUEUE), await open(REDIS_QUEUE_AHEAD)]);
  try {
    return each === undefined ? await list(deadLetters) : await toEach(deliveries, deadLetters, each);
  } finally {
    await deadLetters.close();
  }
}

/** These commands need no log: an error of Redis is thrown. */
const QUIET = { info: () => undefined, warn: () => undefined };

async function list(deadLetters: DeadLetters): Promise<readonly string[]> {
  const lines = (await deadLetters.deadLetters()).map(({ job: { delivery, key, event }, at, tries, why }) =>
    [delivery, new Date(at).toISOString(), key, event, `${tries} ${tries === 1 ? "try" : "tries"}`, plain(why)].join(
      "  ",
    ),
  );
  return lines.length === 0 ? ["nothing is dead"] : lines;
}

/** Makes a text one line without control sequences for a terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").slice(0, 300);
}

async function toEach(
  deliveries: readonly string[],
  deadLetters: DeadLetters,
  { act, done }: Each,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const delivery of deliveries) {
    if (!(await act(deadLetters, delivery)))
      throw new Error([...lines, `${delivery} is not among the dead: see \`dead\``].join("\n"));
    lines.push(`${delivery} ${done}`);
  }
  return lines;
}
