/** What people do with their hands in a play, each at its moment. */
import { isApp } from "#adapters/github/issue/comment-author.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import type { Act } from "./blow.ts";
import type { Comment } from "./github/things.ts";
import { playWorkflow } from "./runner.ts";
import type { World } from "./world.ts";

/** What people did that nobody need mend. */
export interface Marks {
  readonly comments: Map<number, string>;
  readonly locked: Set<number>;
  readonly labelled: Set<number>;
}

/** Whom deeds are done to. */
export interface Ground {
  readonly world: World;
  readonly marks: Marks;
  /** Hears of what the product must never throw. */
  readonly onBug: (error: unknown) => void;
}

/** Does it to this issue. False where there is nothing to do it to. */
export type Deed = (ground: Ground, issue: number) => boolean;

const says =
  (by: string, words: string): Deed =>
  ({ world: { github } }, issue) =>
    github.comment(issue, by, words) > 0;

export const DEEDS: Readonly<Record<Act, Deed>> = {
  approve: says("wim", "/approve"),
  stranger_approves: says("rob", "/approve"),
  status: says("wim", "/status"),
  stop: says("wim", "/stop"),
  resume: says("wim", "/loop resume"),
  pause: says("wim", "/loop pause"),
  redirect: says("wim", "/redirect Mind the spaces, too."),
  unblock: says("wim", "/loop unblock it is as it should be"),
  label_on: (ground, issue) => changes(ground, issue, ({ github }) => github.label(issue, "ada", "loop")),
  label_off: (ground, issue) => changes(ground, issue, ({ github }) => github.unlabel(issue, "ada", "loop")),
  edit_issue: ({ world: { github, elapsed } }, issue) => {
    github.editIssue(issue, "rob", { body: `split('a,,b') must give three, or ${elapsed()}.` });
    return true;
  },
  close_issue: (ground, issue) => changes(ground, issue, ({ github }) => github.closeIssue(issue, "ada")),
  reopen_issue: (ground, issue) => changes(ground, issue, ({ github }) => github.reopenIssue(issue, "ada")),
  lock_issue(ground, issue) {
    ground.marks.locked.add(issue);
    return changes(ground, issue, ({ github }) => github.lockIssue(issue, "ada", true));
  },
  delete_our_comment: (ground, issue) => onOurs(ground, issue, ({ id }) => ground.world.github.deleteComment(id, "ada")),
  edit_our_comment: (ground, issue) =>
    onOurs(ground, issue, ({ id, body }) => ground.world.github.editComment(id, "ada", `${body}\n\nI was here.`)),
  wrong_label(ground, issue) {
    ground.marks.labelled.add(issue);
    return changes(ground, issue, ({ github }) => github.label(issue, "wim", "loop:completed"));
  },
  right_label_off({ world: { github }, marks }, issue) {
    marks.labelled.add(issue);
    const shown = github.issue(issue)?.labels.find((label) => STATUS_LABELS.includes(label));
    if (shown !== undefined) github.unlabel(issue, "wim", shown);
    return shown !== undefined;
  },
  close_pull: ({ world }, issue) => onPull(world, issue, (pull) => world.github.closePull(pull, "wim")),
  push_to_branch: ({ world }, issue) => onBranch(world, issue, (branch) => world.github.push(branch, "wim", { "NOTES.md": "mine\n" })),
  delete_branch: ({ world }, issue) => onBranch(world, issue, (branch) => world.github.deleteBranch(branch, "wim")),
  push_to_main: ({ world: { github, elapsed } }) => github.push("main", "ada", { "README.md": `# split ${elapsed()}\n` }) !== "",
  delete_approval: ({ world }, issue) => onApproval(world, issue, ({ id }) => world.github.deleteComment(id, "wim")),
  edit_approval: ({ world }, issue) => onApproval(world, issue, ({ id }) => world.github.editComment(id, "wim", "/approve now")),
  demote: ({ world: { github } }) => {
    github.setRole("wim", "read");
    return true;
  },
  promote: ({ world: { github } }) => {
    github.setRole("wim", "write");
    return true;
  },
  freeze_on: ({ world: { github } }) => {
    github.setVariable("LOOPWRIGHT_FREEZE", "true");
    return true;
  },
  freeze_off: ({ world: { github } }) => {
    github.setVariable("LOOPWRIGHT_FREEZE", null);
    return true;
  },
  again({ world, onBug }, issue) {
    const last = world.github.runs().findLast(({ inputs, status }) => Number(inputs["issue"]) === issue && status === "completed");
    if (last !== undefined) playWorkflow(world, last, "2").catch(onBug);
    return last !== undefined;
  },
};

/** True where the issue is another than before. */
function changes({ world: { github } }: Ground, issue: number, work: (world: Pick<World, "github">) => void): boolean {
  const before = github.issue(issue);
  work({ github });
  return github.issue(issue) !== before;
}

/** One of our comments, now this one and now that. */
function onOurs({ world: { github, elapsed }, marks }: Ground, issue: number, work: (comment: Comment) => void): boolean {
  const ours = github.commentsOn(issue).filter(({ author }) => {
    const account = github.state.accounts.get(author);
    return account !== undefined && isApp(account);
  });
  const found = ours[elapsed() % Math.max(1, ours.length)];
  if (found === undefined) return false;
  marks.comments.set(found.id, found.body);
  work(found);
  return true;
}

function onApproval({ github }: World, issue: number, work: (comment: Comment) => void): boolean {
  const found = github.commentsOn(issue).find(({ body }) => body === "/approve");
  if (found !== undefined) work(found);
  return found !== undefined;
}

function onBranch({ github }: World, issue: number, work: (branch: string) => void): boolean {
  const found = github.refs().find(({ name }) => name.startsWith(`refs/heads/loop/${issue}-`));
  if (found !== undefined) work(found.name.slice("refs/heads/".length));
  return found !== undefined;
}

function onPull({ github }: World, issue: number, work: (pull: number) => void): boolean {
  const found = github.issues().find(({ pull, open }) => open && pull?.head.startsWith(`loop/${issue}-`) === true);
  if (found !== undefined) work(found.number);
  return found !== undefined;
}
