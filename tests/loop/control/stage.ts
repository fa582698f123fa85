/** A desk for stories, with people who say things to it and a workflow run that works. */
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { commentCreated, type TriggerEvent } from "#core/commands/trigger-event.ts";
import { conclude } from "#core/conclude.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { sha256 } from "#core/values/digest.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { journalWithViews } from "#loop/journals/journal-with-views.ts";
import type { Journal } from "#ports/journal.ts";
import * as j from "../../builders/journal.ts";
import { OURS } from "../../fakes/memory-comments.ts";
import { type MemoryStore, memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";
import { type DeskOptions, type DeskWorld, deskWorld } from "./world.ts";

/** The author, ana, and ray may only read; grace may write, tria triage. */
const PEOPLE = {
  ana: { id: 41, login: "ana", type: "User" },
  grace: { id: 42, login: "grace", type: "User" },
  tria: { id: 43, login: "tria", type: "User" },
  ray: { id: 44, login: "ray", type: "User" },
  robot: { id: 45, login: "robot[bot]", type: "Bot" },
} as const;
export type Person = keyof typeof PEOPLE;

/** The comment by its id, and the pull request where it was said. */
export type Where = Partial<Pick<IssueEvent, "comment" | "pull">>;

export interface DeskStage extends DeskWorld {
  /** Something happens to the issue. */
  readonly happens: (by: Person, happening: TriggerEvent, where?: Where, desk?: ControlContext) => Promise<void>;
  /** Somebody comments; gives the id of the comment. */
  readonly says: (by: Person, body: string, pull?: IssueEvent["pull"]) => Promise<number>;
  /** What happened last is heard once more. */
  readonly again: () => Promise<void>;
  readonly store: () => MemoryStore;
  readonly run: () => Run;
  readonly kinds: () => readonly string[];
  /** A workflow run writes these, each with what follows from it, and shows them. */
  readonly works: (...drafts: readonly EventDraft[]) => Promise<void>;
  /** Our comments of that kind, as they are now. */
  readonly letters: (kind: string) => readonly string[];
  /** Our last words to the issue. */
  readonly reply: () => string;
}

/** The issue as nobody has labelled it yet. */
export function deskStage(options: DeskOptions = {}): DeskStage {
  const world = deskWorld(options);
  const { github, desk, stores, time } = world;
  github.roles.set("ana", "read").set("grace", "write").set("tria", "triage").set("ray", "read");
  const store = (): MemoryStore => [...stores.values()].at(-1) ?? memoryStore();
  let before: () => Promise<void> = () => Promise.resolve();
  async function happens(by: Person, happening: TriggerEvent, { comment = null, pull }: Where = {}, at = desk): Promise<void> {
    const { title, body, author, open } = github.now;
    time.now += 60_000;
    const issue = { title, body, author, authorId: PEOPLE.ana.id, open };
    const heard = {
      happening,
      by: PEOPLE[by],
      issue,
      comment,
      throughApp: github.comments.get(comment ?? 0)?.throughApp ?? false,
      at: time.now,
      ours: [OURS],
      pull,
    };
    time.now += 1000;
    before = () => handleEvent(heard, at);
    await before();
  }
  return {
    ...world,
    happens,
    async says(by, body, pull) {
      const { id, login, type } = PEOPLE[by];
      const comment = github.write({ id, login, bot: type === "Bot" }, body);
      await happens(by, commentCreated(body, false), { comment, pull });
      return comment;
    },
    again: () => before(),
    store,
    run: () => j.begun(store().events ?? []),
    kinds: () => (store().events ?? []).map(({ kind }) => kind),
    works: (...drafts) => works(journalWithViews(memoryJournal(store()), desk), drafts, time),
    letters: (kind) => [...github.comments.values()].filter(({ key }) => key?.includes(`/${kind}/`)).map(({ body }) => body),
    reply: () =>
      [...github.comments.values()].filter(({ key }) => key?.startsWith("reply/") || key?.startsWith("denied/")).at(-1)?.body ?? "",
  };
}

async function works(journal: Journal, drafts: readonly EventDraft[], time: { now: number }): Promise<void> {
  for (const draft of drafts) {
    const history = await journal.load();
    const events = history.kind === "events" ? history.events : [];
    time.now += 1000;
    const event = { ...draft, at: time.now } as Event;
    const follows = conclude(evolve(j.begun(events), event), { at: time.now, key: null });
    if ((await journal.append([event, ...follows], events.length)) === "conflict") throw new Error("nobody else writes here");
  }
}

export const LABELLED: TriggerEvent = { kind: "label_added", label: "loop" };

/** Up to a plan that waits. */
export async function planned(options: DeskOptions = {}): Promise<DeskStage> {
  const stage = deskStage(options);
  await stage.happens("grace", LABELLED);
  return stage;
}

/** Up to a hand-over that waits for its workflow run. */
export async function approved(options: DeskOptions = {}): Promise<DeskStage> {
  const stage = await planned(options);
  await stage.says("grace", "/approve");
  return stage;
}

/** Up to a workflow run, number 9001, that is at work. */
export async function atWork(options: DeskOptions = {}): Promise<DeskStage> {
  const stage = await approved(options);
  await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker: "9001" });
  return stage;
}
