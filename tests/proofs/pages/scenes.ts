/** Every kind of comment as a story of the demo left it: what people and tests look at. */
import { createHash } from "node:crypto";
import { iso } from "#adapters/system-clock.ts";
import { Config } from "#core/config/config.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { dashboardOf } from "#core/runs/dashboard.ts";
import { runSummaryOf } from "#core/runs/run-summary.ts";
import { dashboardText } from "#text/comments/dashboard.ts";
import { draftBody, pullRequestBody } from "#text/comments/pull-request.ts";
import { replyComment } from "#text/comments/replies.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { keptEvents } from "../../journeys/stories/kept-journals.ts";

const LINKS = { compare: "https://github.com/acme/csv/compare/main...loop/1-csv" };

/** `name`: of the picture. `says`: what a reader is told about it. `until`: the last event of the run that it shows, and its how-manieth. */
interface Scene {
  readonly name: string;
  readonly says: string;
  readonly story: string;
  readonly until?: readonly [kind: Event["kind"], time: number];
  readonly write: (run: Run) => string;
}

const SCENES: readonly Scene[] = [
  {
    name: "plan",
    says: "The plan. Nothing is done before somebody with write access answers it.",
    story: "comments-heard",
    until: ["approval_requested", 1],
    write: planComment,
  },
  {
    name: "plan-attacked",
    says: "A plan that a wrong patch would pass: the line *Look at first* says so, and a fold says which.",
    story: "plan-attacked",
    until: ["approval_requested", 1],
    write: planComment,
  },
  {
    name: "questions",
    says: "Questions that the issue leaves open, with what is assumed where nobody answers.",
    story: "defaults",
    until: ["info_requested", 1],
    write: (run) => statusComment(run, LINKS),
  },
  {
    name: "status",
    says: "How a run stands. This one comment is edited in place, and notifies nobody.",
    story: "redirect-bound",
    until: ["evaluation_done", 3],
    write: (run) => statusComment(run, LINKS),
  },
  {
    name: "result",
    says: "How a run ended, in a line: the pull request says the rest.",
    story: "comments-heard",
    write: (run) => resultComment(run, LINKS),
  },
  {
    name: "result-stopped",
    says: "How a run ended that has no pull request, and what can be done now.",
    story: "base-conflicts",
    write: (run) => resultComment(run, LINKS),
  },
  {
    name: "pull-request",
    says: "The pull request: what changed, how it was proven, what was not checked.",
    story: "comments-heard",
    write: (run) => pullRequestBody(run, null),
  },
  {
    name: "draft",
    says: "A draft of work that did not pass, where the configuration asks for one (`on_incomplete: draft`).",
    story: "iteration-limit",
    write: (run) => draftBody(run, null),
  },
  {
    name: "reply",
    says: "The answer to a review: what became of what was asked for.",
    story: "review-measured",
    write: (run) => replyComment(run, LINKS),
  },
];

/** A scene with its Markdown, and a mark of what is seen of it, folds shut: the same while nothing but numbers changes. */
export interface PlayedScene extends Pick<Scene, "name" | "says"> {
  readonly markdown: string;
  readonly mark: string;
}

/** All of them. Throws where a journal that is kept does not have the event. */
export async function playedScenes(): Promise<readonly PlayedScene[]> {
  const comments = SCENES.map(async ({ name, says, write, ...moment }) => {
    const run = await runAt(moment);
    // Stories of the command line have no number; their comments are shown as GitHub's.
    return played(name, says, write({ ...run, issue: { ...run.issue, number: run.issue.number ?? 1 } }));
  });
  return [...(await Promise.all(comments)), await dashboard()];
}

function played(name: string, says: string, markdown: string): PlayedScene {
  const seen = markdown.replace(/<\/summary>[\s\S]*?<\/details>/g, "").replace(/[0-9a-f]+/g, "0");
  return { name, says, markdown, mark: createHash("sha256").update(seen).digest("hex").slice(0, 8) };
}

type Moment = Pick<Scene, "story" | "until">;

async function runAt({ story, until }: Moment): Promise<Run> {
  const run = replay(shownUntil(await keptEvents(story), until));
  if (run === null) throw new Error(`the journal of ${story} begins no run`);
  return run;
}

/** Stories that stand side by side on the dashboard, each as another issue. */
const SIDE_BY_SIDE: readonly Moment[] = [
  { story: "comments-heard", until: ["approval_requested", 1] },
  { story: "defaults", until: ["info_requested", 1] },
  { story: "redirect-bound", until: ["evaluation_done", 3] },
  { story: "base-conflicts" },
];

async function dashboard(): Promise<PlayedScene> {
  const summaries = (await Promise.all(SIDE_BY_SIDE.map(runAt))).map(runSummaryOf);
  const runs = summaries.map((summary, index) => ({ issue: index + 1, runId: `${index}`, at: 0, open: true, summary }));
  const now = Math.max(...summaries.map(({ updatedAt }) => updatedAt));
  const { quotas } = Config.parse({ quotas: { dollars_month: 50 } });
  const says = "All runs of the repository, in one issue that is edited in place, where the configuration asks for it (`dashboard: true`).";
  return played("dashboard", says, dashboardText(dashboardOf(runs, now), quotas, iso));
}

function shownUntil(events: readonly Event[], until: Scene["until"]): readonly Event[] {
  if (until === undefined) return events;
  const [kind, time] = until;
  const places = events.flatMap((event, index) => (event.kind === kind ? [index] : []));
  const last = places[time - 1];
  if (last === undefined) throw new Error(`there is no event ${time} of the kind ${kind}`);
  return events.slice(0, last + 1);
}
