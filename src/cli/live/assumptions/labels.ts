/** Assumptions about labels and about the roles of people. */
import * as z from "zod";
import { type Assumption, judged, notTried, type Observation } from "#cli/live/assumption.ts";
import { issueOf } from "#cli/live/made.ts";
import { replyTo, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const RELABELS = "src/adapters/github/issue/reactions.ts";

/** A label of this call, which is removed from the repository in the end. */
function labelNamed(scratch: Scratch, tail: string): string {
  const { api, owner, repo } = scratch;
  const name = `${scratch.name}-${tail}`;
  scratch.undo(`label ${name}`, () => replyTo(() => api.rest.issues.deleteLabel({ owner, repo, name }), [404]));
  return name;
}

async function attemptLabelTwice(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo } = scratch;
  const name = labelNamed(scratch, "twice");
  const create = () => api.rest.issues.createLabel({ owner, repo, name, color: "ededed" });
  await create();
  const reply = await replyTo(create, [422]);
  return judged(reply.status === 422 && /already_exists/.test(reply.words), shownReply(reply));
}

async function attemptNewLabel(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo } = scratch;
  const issue_number = await issueOf(scratch);
  const name = labelNamed(scratch, "new");
  const reply = await replyTo(
    () => api.rest.issues.addLabels({ owner, repo, issue_number, labels: [name] }),
    [404, 422],
  );
  const { data: labels } = await api.rest.issues.listLabelsOnIssue({ owner, repo, issue_number });
  const isThere = labels.some((label) => label.name === name);
  return judged(isThere, `${shownReply(reply)}; the issue ${isThere ? "has" : "does not have"} it`);
}

async function attemptMissingLabel(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, name } = scratch;
  const issue_number = await issueOf(scratch);
  const remove = () => api.rest.issues.removeLabel({ owner, repo, issue_number, name: `${name}-missing` });
  const reply = await replyTo(remove, [404, 410, 422]);
  return judged(reply.status === 404, shownReply(reply));
}

const Permission = z.object({ permission: z.string(), role_name: z.string(), user: z.object({ id: z.int() }) });

async function attemptRole({ api, owner, repo, person }: Scratch): Promise<Observation> {
  if (person === null) return notTried("an App and a workflow have no role: this is no token of a person");
  const asked = { owner, repo, username: person.login };
  const { data } = await api.rest.repos.getCollaboratorPermissionLevel(asked);
  const { permission, role_name, user } = Permission.parse(data);
  const isSame = user.id === person.id;
  return judged(
    isSame,
    `role_name ${role_name}, permission ${permission}, of ${isSame ? "the same" : "another"} account`,
  );
}

export const LABELS: readonly Assumption[] = [
  {
    id: "label-twice",
    assumes: "a label that is there already is not made again: 422, already_exists",
    reliesOn: "tests/lab/github/labels.ts",
    attempt: attemptLabelTwice,
  },
  {
    id: "label-new",
    assumes: "a label that the repository does not have is made when it is added to an issue",
    reliesOn: RELABELS,
    attempt: attemptNewLabel,
  },
  {
    id: "label-missing",
    assumes: "to take a label from an issue that does not have it is answered 404",
    reliesOn: RELABELS,
    attempt: attemptMissingLabel,
  },
  {
    id: "role-named",
    assumes: "the permission of an account comes with role_name and with the id of that account",
    reliesOn: "src/adapters/github/issue/comment-now.ts",
    attempt: attemptRole,
  },
];
