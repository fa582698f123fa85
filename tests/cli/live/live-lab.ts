/** A scratch repository on the loopback GitHub, and `loopwright doctor --live` against it, in this process. */

import type { Assumption } from "#cli/live/assumption.ts";
import { ASSUMPTIONS } from "#cli/live/assumptions/all.ts";
import { examineGitHub } from "#cli/live/examine-github.ts";
import { readCommandLine } from "#cli/terminal/arguments.ts";
import type { Clock } from "#ports/clock.ts";
import { Interrupted } from "#ports/failure.ts";
import type { LiveReport } from "#text/terminal/live-page.ts";
import { jwtOf } from "../../lab/github/app.ts";
import type { GitHub } from "../../lab/github/github.ts";
import type { RepositoryOptions } from "../../lab/github/options.ts";
import { client } from "../../lab/github/stage.ts";

export const SCRATCH: RepositoryOptions = {
  owner: "acme",
  name: "scratch",
  topics: ["loopwright-scratch"],
  files: { "README.md": "# scratch\n" },
  roles: { wim: "write" },
};

/** Time that passes only while somebody waits for it. */
export function quickClock(): Clock {
  let now = Date.parse("2026-11-25T12:00:00Z");
  return {
    now: () => now,
    async sleep(ms, signal) {
      if (signal?.aborted) throw new Interrupted("the wait was interrupted");
      now += ms;
    },
  };
}

/** A token of the App's installation. */
export async function appToken(github: Pick<GitHub, "url" | "apps">): Promise<string> {
  const [app] = github.apps;
  if (app === undefined) throw new Error("bug: the stage has an App");
  const { data } = await client(github, jwtOf(app)).rest.apps.createInstallationAccessToken({ installation_id: app.installation });
  return data.token;
}

export interface Examination {
  readonly token?: string | undefined;
  readonly repository?: string;
  readonly assumptions?: readonly Assumption[];
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

export interface Examined {
  readonly code: number;
  readonly report: LiveReport & { readonly asAssumed: boolean };
  readonly notes: readonly string[];
}

/** Runs the command. Rejects as it does. */
export async function examine({ url }: Pick<GitHub, "url">, options: Examination = {}): Promise<Examined> {
  const { token = "token-of-wim", repository = "acme/scratch", assumptions = ASSUMPTIONS, signal, clock = quickClock() } = options;
  const [printed, notes]: [string[], string[]] = [[], []];
  const terminal = {
    folder: "/",
    env: { GITHUB_TOKEN: token, GITHUB_API_URL: `${url}/` },
    print: (text: string) => void printed.push(text),
    passing: (text: string) => void notes.push(text),
    note: (text: string) => void notes.push(text),
    elapsed: () => 0,
    signal: signal ?? new AbortController().signal,
    hostFile: "",
  };
  const line = readCommandLine(["doctor", "--live", repository, "--json"], 80);
  if (line.kind === "help") throw new Error("bug: there is a command doctor");
  const code = await examineGitHub(line.args, terminal, { assumptions, clock });
  return { code, report: JSON.parse(printed.join("\n")), notes };
}
