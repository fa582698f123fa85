/** A bot that begins a job and never ends it: its parent kills it. Arguments: the address of Redis, and the prefix. */
import { redisQueue } from "#adapters/queue/redis-queue.ts";
import { readJob } from "../../../bot/jobs/read-job.ts";

const [url = "", prefix = ""] = process.argv.slice(2);
const log = { info: () => undefined, warn: (line: string) => void process.stderr.write(`${line}\n`) };
const bounds = { sideBySide: 1, waiting: 10, ofOne: 10, tries: 3, pause: 1, deadLetterLimit: 10, keepsDeadLetter: () => true };

await redisQueue(
  {
    ...bounds,
    tell: () => undefined,
    hide: (text) => text,
    work: ({ delivery }) => {
      process.stdout.write(`begun ${delivery}\n`);
      return new Promise(() => undefined);
    },
  },
  { url, prefix, lease: 300, read: readJob, log },
);
