/** Where an agent is: the machine, the day and the state of the repository (S3.04, S3.57). In the first message, so that the system prompt can be cached. */
import { fenceSource } from "#text/sanitize/quote.ts";

/** `date`: as YYYY-MM-DD. `status` and `log` as git prints them. */
export interface Environment {
  readonly platform: string;
  readonly date: string;
  readonly status: string;
  readonly log: string;
}

/** The block for a prompt. Names of branches, files and commits are other people's text, so it is data. */
export function environmentBlock({ platform, date, status, log }: Environment): string {
  const lines = ["Working directory: the root of the repository", `Platform: ${platform}`, `Date: ${date}`];
  return fenceSource("environment", "git", [...lines, "Branch and changed files:", status, "Last commits:", log].join("\n"));
}
