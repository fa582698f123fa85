/**
 * Tells an agent where it runs: the machine, the date and the state of the repository. In the first message, so that
 * providers can cache the system prompt.
 */
import { fenceSource } from "#text/sanitize/quote.ts";

/** `date`: as YYYY-MM-DD. `status` and `log` as git prints them. */
export interface Environment {
  readonly platform: string;
  readonly date: string;
  readonly status: string;
  readonly log: string;
}

/** The block for a prompt. Names of branches, files and commits are untrusted text, so it is data. */
export function environmentBlock({ platform, date, status, log }: Environment): string {
  const lines = ["Working directory: the root of the repository", `Platform: ${platform}`, `Date: ${date}`];
  return fenceSource(
    "environment",
    "git",
    [...lines, "Branch and changed files:", status, "Last commits:", log].join("\n"),
  );
}
