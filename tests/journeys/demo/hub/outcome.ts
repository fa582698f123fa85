/** Plays a story on the loopback GitHub and gathers all that can be held against it afterwards. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { iso } from "#adapters/system-clock.ts";
import type { Event } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { Run } from "#core/run/run.ts";
import { reportHtml } from "#text/report/report-html.ts";
import { freshRepository } from "../repository.ts";
import type { Story } from "../story.ts";
import { type Calls, callsOf } from "./calls.ts";
import { htmlPage } from "./html.ts";
import { type HubPlay, playOn } from "./play.ts";
import { openScene, type Scene } from "./scene.ts";
import { type Clone, cloneOf, leaksOf } from "./traces.ts";
import type { Post, Pull } from "./watch.ts";

/** Milliseconds without a new event. */
const PATIENCE = 240_000;

export interface HubOutcome {
  readonly run: Run | null;
  readonly events: readonly Event[];
  readonly posts: readonly Post[];
  readonly pulls: readonly Pull[];
  readonly labels: readonly string[];
  readonly dashboards: readonly string[];
  readonly calls: Calls;
  readonly clone: Clone;
  /** Path of the page with all posts. */
  readonly page: string;
  /** Path of the page of `loopwright report`; null where there is no run. */
  readonly report: string | null;
  /** What did not go as written: the model's complaints, sentences nobody said, requests that GitHub's description does not know, jobs that broke. */
  readonly problems: readonly string[];
  /** Turns that nobody asked for. */
  readonly left: readonly string[];
  readonly leaks: readonly string[];
  /** Why commands ran without a sandbox; null when each had one. */
  readonly unsandboxed: string | null;
}

/** `folder` is emptied first and keeps what is worth looking at afterwards: `comments.html`, `report.html`, `clone`,
 * `clone-state`. */
export interface HubStory {
  readonly story: Story;
  /** Without a bot. */
  readonly zeroServer: boolean;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onEvents: HubPlay["onEvents"];
  /** The model says secrets in whatever it writes (lab/canary). */
  readonly canary: boolean;
}

/** Plays it. Throws an `Error` when a part of the lab does not start. */
export async function playOnHub({ story, zeroServer, folder, env, onEvents, canary }: HubStory): Promise<HubOutcome> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const probe = await probeSandbox();
  const unsandboxed = probe.kind === "bubblewrap" ? null : probe.why;
  const repository = join(folder, "work", "repository");
  await mkdir(join(folder, "work"));
  await freshRepository(repository, { ...story.config, ...(unsandboxed === null ? {} : { sandbox: "none" }) });
  const scene = await openScene({
    repository,
    folder: join(folder, "work"),
    workflow: story.workflow,
    sandboxed: unsandboxed === null,
    zeroServer,
    env,
    canary,
  });
  try {
    const earlier = await playBefore(story, scene);
    const from = { requests: scene.github.requests.length, runs: scene.github.runs.length };
    const played = await playOn(scene, { ...story, onEvents, patience: PATIENCE });
    const posts = await played.watch.posts();
    const labels = await played.watch.labels();
    const clone = await cloneOf(scene, join(folder, "clone"), await played.watch.ref());
    const page = join(folder, "comments.html");
    await writeFile(page, htmlPage(`${story.name}: ${story.title}`, labels, posts));
    const report = await reportIn(folder, played);
    return {
      run: played.run,
      events: played.events,
      posts,
      pulls: (await played.watch.pulls()).filter(({ number }) => number > played.issue),
      labels,
      dashboards: await played.watch.dashboards(),
      calls: callsOf({ requests: scene.github.requests.slice(from.requests), runs: scene.github.runs.slice(from.runs) }, story.people),
      clone,
      page,
      report,
      problems: [
        ...earlier,
        ...played.unsaid.map((line) => `${line}; the desk said: ${deskOf(scene).slice(-1500)}`),
        ...problemsOf(scene, played.events),
      ],
      left: scene.model.left(),
      leaks: await leaksOf(scene, clone, posts),
      unsandboxed: unsandboxed ?? (played.run?.config.sandbox === "none" ? "the configuration says sandbox: none" : null),
    };
  } finally {
    await scene.close();
    await rm(join(folder, "work"), { recursive: true, force: true });
  }
}

/** Writes the page of `loopwright report`; null where there is no run. */
async function reportIn(folder: string, { run, events }: Pick<HubOutcome, "run" | "events">): Promise<string | null> {
  if (run === null) return null;
  const report = join(folder, "report.html");
  await writeFile(report, reportHtml({ events, run, broken: null }, iso));
  return report;
}

/** Plays the stories before this one, then hands the model this one's script. Gives what was not as written. */
async function playBefore({ after, script }: Story, scene: Scene): Promise<readonly string[]> {
  if (after === null) {
    scene.model.change(script);
    return [];
  }
  const earlier = await playBefore(after, scene);
  const played = await playOn(scene, { ...after, onEvents: () => undefined, patience: PATIENCE });
  const reached = played.run === null ? "no run" : (resultJsonOf(played.run).stopReason ?? played.run.stage);
  const faults = [
    ...played.unsaid,
    ...scene.model.left(),
    ...(reached === after.expect ? [] : [`expected ${after.expect}, but it is ${reached}`]),
  ];
  scene.model.change(script);
  return [...earlier, ...faults.map((fault) => `before it, ${after.name}: ${fault}`)];
}

/** What the desk printed: the bot, or the jobs that are it. */
function deskOf({ bot, github, runner }: Scene): string {
  const jobs = github.runs.flatMap(({ id }) => runner.logs(id)).filter(({ job }) => job === "control" || job === "close");
  return bot?.said() ?? jobs.map(({ job, text }) => `${job} | ${text}`).join("\n");
}

function problemsOf({ model, github, runner }: Scene, events: readonly Event[]): readonly string[] {
  const broken = github.failures.map((failure) => `a workflow run broke: ${String(failure)}`);
  const unknown = github.violations.map(({ method, path, problems }) => `GitHub does not know ${method} ${path}: ${problems.join("; ")}`);
  // A run that ends badly is a red workflow run; what ended well must not be one.
  const red = events.some(({ kind }) => kind === "failed" || kind === "run_blocked")
    ? []
    : github.runs.filter(({ conclusion }) => conclusion === "failure");
  const said = red.map(
    ({ id }) =>
      `workflow run ${id} failed: ${runner
        .logs(id)
        .slice(-8)
        .map((line) => JSON.stringify(line))
        .join(" ")}`,
  );
  return [...model.problems, ...broken, ...unknown, ...said];
}
