/** What people do on GitHub, beside what the product asks of it. Each names who does it, by login; whoever is not known is a mistake of the test. */
import type { Role } from "../../../lab/github/rules/role.ts";
import {
  addAssignee,
  addComment,
  addIssue,
  addLabel,
  changeComment,
  changeIssue,
  editIssue,
  removeComment,
  removeLabel,
  setOpen,
  tellOf,
} from "./issues.ts";
import type { State } from "./state.ts";
import type { Account, App, Comment, Issue } from "./things.ts";

/** The account of a person. */
export function accountOf(state: State, login: string): Account {
  const found = [...state.accounts.values()].find((one) => one.login === login);
  if (found === undefined) throw new Error(`nobody is called ${login}`);
  return found;
}

/** The comment. Throws where there is none. */
function commentOf(state: State, id: number): Comment {
  const found = state.comments.get(id);
  if (found === undefined) throw new Error(`there is no comment ${id}`);
  return found;
}

/** Deeds on issues. Where a method gives a number, it is that of what was made. */
export interface People {
  readonly newIssue: (by: string, issue: { readonly title: string; readonly body: string }) => number;
  /** Changes its words. */
  readonly editIssue: (issue: number, by: string, text: Partial<Pick<Issue, "title" | "body">>) => void;
  readonly label: (issue: number, by: string, name: string) => void;
  readonly assign: (issue: number, by: string, login: string) => void;
  readonly unlabel: (issue: number, by: string, name: string) => void;
  readonly closeIssue: (issue: number, by: string) => void;
  readonly reopenIssue: (issue: number, by: string) => void;
  readonly lockIssue: (issue: number, by: string, locked: boolean) => void;
  readonly deleteIssue: (issue: number, by: string) => void;
  /** To another repository, where nothing of ours looks. */
  readonly transferIssue: (issue: number, by: string) => void;
  /** On an issue or a pull request. `through`: the App that a person lets speak for them. */
  readonly comment: (issue: number, by: string, body: string, through?: App | null) => number;
  readonly editComment: (id: number, by: string, body: string) => void;
  readonly deleteComment: (id: number, by: string) => void;
  readonly hideComment: (id: number) => void;
  readonly setRole: (login: string, role: Role) => void;
  /** Their number stays. */
  readonly rename: (login: string, to: string) => void;
  readonly removeAccount: (login: string) => void;
  /** Null takes it away. */
  readonly setVariable: (name: string, value: string | null) => void;
}

export function peopleOf(state: State): People {
  const doer = (login: string): Account => accountOf(state, login);
  return {
    newIssue: (by, text) => addIssue(state, doer(by), text),
    editIssue: (number, by, text) => editIssue(state, doer(by), number, text),
    label: (number, by, name) => addLabel(state, doer(by), number, name),
    assign: (number, by, login) => addAssignee(state, doer(by), number, doer(login).id),
    unlabel: (number, by, name) => void removeLabel(state, doer(by), number, name),
    closeIssue: (number, by) => setOpen(state, doer(by), number, false),
    reopenIssue: (number, by) => setOpen(state, doer(by), number, true),
    lockIssue: (number, by, locked) =>
      tellOf(state, doer(by), locked ? "locked" : "unlocked", { issue: changeIssue(state, number, { locked }) }),
    deleteIssue: (number, by) => tellOf(state, doer(by), "deleted", { issue: changeIssue(state, number, { gone: "deleted" }) }),
    transferIssue(number, by) {
      const gone = { movedTo: `https://api.github.com/repositories/1/issues/${number}` };
      tellOf(state, doer(by), "transferred", { issue: changeIssue(state, number, { gone }) });
    },
    comment: (issue, by, body, through = null) => addComment(state, doer(by), { issue, body, through }).id,
    editComment: (id, by, body) => void changeComment(state, doer(by), commentOf(state, id), body),
    deleteComment: (id, by) => removeComment(state, doer(by), commentOf(state, id)),
    hideComment: (id) => state.comments.put(id, { ...commentOf(state, id), hidden: true }),
    setRole: (login, role) => void state.roles.set(doer(login).id, role),
    rename(login, to) {
      const account = doer(login);
      state.accounts.set(account.id, { ...account, login: to });
    },
    removeAccount(login) {
      const { id } = doer(login);
      state.accounts.delete(id);
      state.roles.delete(id);
    },
    setVariable: (name, value) => void (value === null ? state.variables.delete(name) : state.variables.set(name, value)),
  };
}
