/**
 * What must hold of a world when nothing happens any more (security 3.6, J4 to J8): each run rests and says why, nothing is owed, everything
 * that people see is there once, and shows what the journal says.
 */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { isApp } from "#adapters/github/issue/comment-author.ts";
import { parseHistory } from "#adapters/journal/history-text.ts";
import { blobPath, blobsNamedIn } from "#adapters/journal/long-line.ts";
import { iso } from "#adapters/system-clock.ts";
import { dueEffectOf, pendingEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import { Effect, receiptOf } from "#core/events/data/effect.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import { isOver, isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { VIEW_TEXTS } from "#loop/journals/views.ts";
import { commentKeyOf } from "#loop/steps/send-effect.ts";
import { journalCodec, runFile } from "#text/journal/journal-codec.ts";
import { labelOf, STATUS_LABELS } from "#text/phrases/label.ts";
import type { Comment, Delivery } from "./github/things.ts";
import { entryAt } from "./github/trees.ts";
import { type Told, textAt } from "./truth.ts";
import type { World } from "./world.ts";

const CODEC = journalCodec(iso);
const MARK = /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/;

/** What people did that nobody need mend. */
export interface Hands {
  /** Our comments that people deleted or changed, as they stood before, by their numbers. */
  readonly comments: ReadonlyMap<number, string>;
  /** Issues on which we could not write for a while. */
  readonly locked: ReadonlySet<number>;
  /** Issues whose labels people changed. */
  readonly labelled: ReadonlySet<number>;
}

/** What is known of a play beside what GitHub shows. */
export interface Scene {
  readonly issues: readonly number[];
  readonly told: ReadonlyMap<string, Told>;
  /** Nobody took back what was asked for: it must be done. */
  readonly isGentle: boolean;
  readonly hands: Hands;
  /** How often somebody stood still. */
  readonly frozen: number;
}

/** Every law that is broken, as a sentence. */
export function brokenEnds(world: World, scene: Scene): readonly string[] {
  const runs = [...scene.told.values()];
  return [
    ...scene.issues.flatMap((issue) => ofIssue(world, issue, scene)),
    ...runs.flatMap((told) => [...ofRun(world, told, scene), ...replayed(world, told)]),
    ...doubledRuns(world, runs, scene.frozen),
    ...strayBranches(world, runs),
    ...world.prices.owed(),
    ...world.leaks.found,
    ...world.overdue,
  ];
}

function ofIssue(world: World, issue: number, scene: Scene): readonly string[] {
  const { github } = world;
  const runs = [...scene.told.values()].filter((told) => told.issue === issue).sort((a, b) => a.run.startedAt - b.run.startedAt);
  const comments = github.issues().flatMap(({ number }) => (number === issue ? oursOn(world, number) : []));
  const keys = comments.map(({ key }) => key);
  const last = runs.at(-1);
  const latest = last === undefined ? undefined : found(world, last, scene);
  const orders = github.deliveries.filter((delivery) => isOrder(delivery, issue)).length;
  const active = github.refAt(`refs/loopwright/issue-${issue}/current`);
  return [
    ...twice(keys).map((key) => `doubled: the comment ${key}`),
    ...(scene.frozen === 0 ? twice(saidOn(world, issue, scene.hands)).map((key) => `doubled: the comment ${key} was sent twice`) : []),
    ...(runs.length > orders ? [`doubled: ${runs.length} runs, and the label was set ${orders} times`] : []),
    ...(latest === undefined && scene.isGentle ? ["lost: no run was begun"] : []),
    ...(latest === undefined ? [] : shownOn(world, latest, comments, scene)),
    ...(last === undefined ? [] : doneFor(world, last, scene)),
    ...(latest === undefined || (active === null) === isOver(latest.stage)
      ? []
      : [`the run is ${latest.stage}, and \`current\` is ${active}`]),
    ...runs.slice(0, -1).flatMap(({ run }) => (isOver(run.stage) ? [] : [`the earlier run ${run.runId} is ${run.stage}`])),
  ];
}

const Spoken = z.object({
  comment: z.object({ id: z.int(), body: z.string(), user: z.object({ type: z.literal("Bot") }) }),
  issue: z.object({ number: z.int() }),
});

/** Marks of all comments of ours that were ever there, by what people were told of them: but for those that people took away, which may be said anew. */
function saidOn({ github }: World, issue: number, { comments }: Hands): readonly string[] {
  return github.deliveries.flatMap(({ event, payload }) => {
    const spoken = event === "issue_comment.created" ? Spoken.safeParse(payload).data : undefined;
    if (spoken === undefined || spoken.issue.number !== issue || comments.has(spoken.comment.id)) return [];
    return keyed(spoken.comment.body, {}).map(({ key }) => key);
  });
}

const Order = z.object({
  label: z.object({ name: z.literal("loop") }),
  sender: z.object({ type: z.literal("User") }),
  issue: z.object({ number: z.int() }),
});

/** Somebody set the label on this issue. */
function isOrder({ event, payload }: Delivery, issue: number): boolean {
  const order = event === "issues.labeled" ? Order.safeParse(payload) : null;
  return order?.data?.issue.number === issue;
}

/** What was asked for is done. */
function doneFor({ github }: World, told: Told, { isGentle, hands }: Scene): readonly string[] {
  if (!isGentle || isTakenAway(told, hands)) return [];
  const { issue, run } = told;
  const { stage, ending, gaveUp, errorState } = run;
  const pulls = github.issues().filter(({ pull }) => pull?.head.startsWith(`loop/${issue}-`));
  return [
    ...(stage === "completed"
      ? []
      : [`lost: the run ends as ${stage} (${ending}; ${gaveUp?.message ?? errorState?.message ?? "no word"})`]),
    ...(pulls.length === 1 ? [] : [`${pulls.length < 1 ? "lost" : "doubled"}: ${pulls.length} pull requests`]),
  ];
}

/**
 * The run ended because people took away the comment that showed the plan when it was approved, which a bare approval is held against (decision
 * 0044). What a look shows in its place is younger than the approval.
 */
function isTakenAway({ events, run: { ending, gaveUp } }: Told, { comments }: Hands): boolean {
  if (ending !== "approval_void" || gaveUp?.message.includes("no comment of ours showed this plan") !== true) return false;
  const approved = events.findLastIndex(({ kind }) => kind === "approved");
  const asked = replay(events.slice(0, approved));
  return asked !== null && comments.has(Number(receiptOf(asked, "plan")));
}

/**
 * The run rests, in words, and owes nothing. A receipt that nobody wrote down is found again by looking (`src/loop/journals/buffered-journal.ts`), so it is
 * looked for here.
 */
function ofRun(world: World, told: Told, scene: Scene): readonly string[] {
  const { github } = world;
  const run = found(world, told, scene);
  const pulls = github.issues().filter(({ pull, open }) => pull?.head === branchOf(run) && open);
  return [
    ...(scene.hands.locked.has(told.issue) ? [] : owedBy(run)),
    ...(run.unreadable === null ? [] : [`lost: the journal of ${run.runId} cannot be read: ${run.unreadable}`]),
    ...(isOver(run.stage) && run.ending === null ? [`the run ${run.runId} is ${run.stage} without a reason`] : []),
    ...(pulls.length > 1 ? [`doubled: ${pulls.length} pull requests of ${run.runId}`] : []),
  ];
}

function owedBy(run: Run): readonly string[] {
  const { kind } = next(run);
  // What was put off is owed until it is told.
  const effect = dueEffectOf(run, Number.POSITIVE_INFINITY) ?? pendingEffectOf(run);
  return [
    ...(isResting(run.stage) && kind === "stop" ? [] : [`lost: the run ${run.runId} is ${run.stage}, and ${kind} is to be done`]),
    ...(effect === null ? [] : [`lost: ${effect} of ${run.runId}`]),
  ];
}

/** The run as whoever looked for its receipts would have it. */
function found(world: World, { run, issue }: Told, { hands }: Scene): Run {
  const comments = [...oursOn(world, issue), ...[...hands.comments].flatMap(([id, body]) => keyed(body, { id }))];
  const receipts = Effect.options.flatMap((effect): readonly Event[] => {
    const open = run.effects[effect];
    const receipt = comments.find(({ key }) => key === commentKeyOf(run, effect))?.id;
    if (open === undefined || open.settled !== null || receipt === undefined) return [];
    return [{ kind: "settled", at: run.updatedAt, effect, receipt: String(receipt), why: "", told: open.at }];
  });
  return receipts.reduce(evolve, run);
}

/** J8: the journal, read anew, gives the run that was followed, and the text that stands beside it. */
function replayed({ github }: World, { text, run, head, runId }: Told): readonly string[] {
  const commit = github.state.objects.commit(head);
  const entry = commit === undefined ? undefined : entryAt(github.state.objects, commit.tree, "run.json");
  const stands = github.state.objects.blob(entry?.sha ?? "")?.toString();
  const blobs = new Map(blobsNamedIn(text).map((sha) => [sha, textAt(github.state.objects, commit?.tree ?? "", blobPath(sha))]));
  const reading = parseHistory(text, blobs, CODEC);
  if (reading.kind === "unreadable") return [`J8: the journal of ${runId} cannot be read: ${reading.why}`];
  const again = replay(reading.events);
  return [
    ...(isDeepStrictEqual(again, run) ? [] : [`J8: the journal of ${runId} gives another run when it is read again`]),
    ...(again !== null && stands === runFile(again, iso) ? [] : [`J8: run.json of ${runId} is not what its journal gives`]),
  ];
}

interface Ours extends Comment {
  readonly key: string;
}

/** Our comments on an issue that bear a mark, as their last line. */
function oursOn({ github }: World, issue: number): readonly Ours[] {
  return github.commentsOn(issue).flatMap((comment) => {
    const account = github.state.accounts.get(comment.author);
    return account !== undefined && isApp(account) ? keyed(comment.body, comment) : [];
  });
}

function keyed<T>(body: string, of: T): readonly (T & { readonly key: string })[] {
  const key = MARK.exec(body.trimEnd())?.[1];
  return key === undefined ? [] : [{ ...of, key }];
}

/** J7: label and comments show the run as it is. */
function shownOn({ github }: World, run: Run, comments: readonly Ours[], { hands }: Scene): readonly string[] {
  const issue = run.issue.number ?? 0;
  const labels = (github.issue(issue)?.labels ?? []).filter((label) => STATUS_LABELS.includes(label));
  const right = labelOf(run.stage);
  const links = { compare: (base: string, head: string) => `https://github.example/acme/widget/compare/${base}...${head}` };
  const wrong = (["plan", "status"] as const).flatMap((effect) => {
    const receipt = receiptOf(run, effect);
    const body = VIEW_TEXTS[effect](run, links as Parameters<typeof VIEW_TEXTS.status>[1]); // nothing but addresses is asked of it
    if (receipt === null || body === null || hands.comments.has(Number(receipt)) || hands.locked.has(issue)) return [];
    const found = comments.find(({ id }) => String(id) === receipt);
    if (found === undefined) return [`lost: the ${effect} comment of ${run.runId}`];
    const right = `${body}\n\n<!-- loopwright:${commentKeyOf(run, effect)} -->`;
    return timeless(found.body) === timeless(right) ? [] : [`J7: the ${effect} comment of ${run.runId} is old`];
  });
  const untold = Object.entries(run.effects).flatMap(([name, one]) => {
    if (hands.locked.has(issue) || one.settled === null || one.settled.receipt !== null || name === "dispatch") return [];
    return [`lost: the ${name} comment was given up: ${one.settled.why}`];
  });
  const isWrong = !hands.labelled.has(issue) && labels.join() !== (right ?? "");
  return [...wrong, ...untold, ...(isWrong ? [`J7: the label is ${labels.join(", ") || "nothing"}, and the run is ${run.stage}`] : [])];
}

/** Without how long the run took (a receipt that comes after its end makes it longer, and changes no picture), and without the mark of the plan that was shown first. */
function timeless(text: string): string {
  return text.replace(/ · (?:\d+ h )?(?:\d+ min )?\d+ s$/m, "").replace(/<!-- loopwright-plan:[0-9a-f]{64} -->\n/, "");
}

/** J4: nobody started more workflow runs in our name than were announced, but for whoever stood still with the order in hand: nothing can stop that one. */
function doubledRuns({ github }: World, runs: readonly Told[], late: number): readonly string[] {
  return runs.flatMap(({ runId, events }) => {
    const announced = events.filter((event) => event.kind === "announced" && event.effect === "dispatch").length;
    const started = github
      .runs()
      .filter(({ inputs, author }) => inputs["run_id"] === runId && github.state.accounts.get(author)?.type === "Bot").length;
    return started > announced + late ? [`doubled: ${started} workflow runs of ${runId}, and ${announced} were announced`] : [];
  });
}

function strayBranches({ github }: World, runs: readonly Told[]): readonly string[] {
  const ours = new Set(runs.map(({ run }) => `refs/heads/${branchOf(run)}`));
  return github.refs().flatMap(({ name }) => (name.startsWith("refs/heads/loop/") && !ours.has(name) ? [`${name} belongs to no run`] : []));
}

function twice(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}
