/** Plays a model script against a repository through the built command line, and gathers all that can be held against it afterwards. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryAt } from "#adapters/git/worktree/repository.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Script } from "../../lab/model/script.ts";
import { startScriptedModel } from "../../lab/model/server.ts";
import { echoing } from "../canary/echo.ts";
import { allowed, type Ended } from "./command-line.ts";
import type { Cue } from "./cue.ts";
import { perform } from "./perform.ts";
import { type Standing, standingOf } from "./repository.ts";
import { eventsIn, leaksOf, type Replayed, replayOf, runsIn } from "./traces.ts";

/** What is played. `scratch` is an empty folder of the demo's own; `issue` the issue's text. */
export interface Play {
  readonly repository: string;
  readonly scratch: string;
  readonly issue: string;
  readonly script: Script;
  readonly people: readonly Cue[];
  /** The environment of this process; of it only a few known names go on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hears each line of progress, and the events so far. */
  readonly onProgress: (line: string, events: readonly Event[]) => void;
  /** The model says secrets in whatever it writes (lab/canary). */
  readonly canary: boolean;
}

/** What came of it. `run` and `folder` are null when the command line refused to begin. */
export interface Outcome extends Replayed {
  readonly ended: Ended;
  readonly run: Run | null;
  readonly events: readonly Event[];
  /** Where the run's journal lies. */
  readonly folder: string | null;
  readonly before: Standing;
  readonly after: Standing;
  /** What the scripted model refused, and the turns that nobody asked for. */
  readonly problems: readonly string[];
  readonly left: readonly string[];
  /** Where the key was found outside the environment; it should be nowhere. */
  readonly leaks: readonly string[];
}

/** Plays it. Throws an `Error` when the repository or the script cannot be used; everything else is in the outcome. */
export async function play(performance: Play): Promise<Outcome> {
  const { repository, scratch, issue, script } = performance;
  const before = await standingOf(repository);
  const { gitDir } = await repositoryAt(repository);
  const journals = join(gitDir, "loopwright");
  const known = await runsIn(journals);
  const key = `sk-ant-canary-${randomBytes(16).toString("hex")}`;
  const issueFile = join(scratch, "issue.md");
  await writeFile(issueFile, issue);
  const model = await startScriptedModel(script, { key, ...(performance.canary && { spoken: echoing(() => [key]) }) });
  try {
    const seat = { folder: repository, env: { ...allowed(performance.env), ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url } };
    const fresh = async (): Promise<string | null> => (await runsIn(journals)).find((folder) => !known.includes(folder)) ?? null;
    const { ended, unsaid } = await perform({
      people: performance.people,
      onProgress: performance.onProgress,
      seat,
      model,
      issueFile,
      fresh,
    });
    const folder = await fresh();
    const events = await eventsIn(folder);
    return {
      ended,
      folder,
      events,
      run: replay(events),
      before,
      after: await standingOf(repository),
      problems: [...model.problems, ...unsaid],
      left: model.left(),
      ...(await replayOf(folder, seat)),
      leaks: await leaksOf(key, { ended, folder, requests: model.requests }),
    };
  } finally {
    await model.close();
  }
}
