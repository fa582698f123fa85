/** Finds, opens and edits the issue that is the dashboard, through GitHub's REST API for issues. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import type { DashboardPort } from "#ports/dashboard.ts";

const GITHUB = { service: "github" } as const;

/** The author of an issue, as GitHub shows it. */
interface Author {
  readonly id: number;
  readonly login: string;
  readonly type: string;
}

/** How the issue is named and found. `mark`: a part of its text that no person writes. */
interface DashboardNames {
  readonly title: string;
  readonly label: string;
  readonly mark: string;
}

/**
 * `isOurs`: whether an account is one that Loopwright writes as. The issue is found by its label, its mark and its
 * author: anybody who may label issues may set the label on another one.
 */
export function dashboardIssue(
  api: Api,
  { owner, repo }: RepositoryLocation,
  { title, label, mark, isOurs }: DashboardNames & { readonly isOurs: (writer: Author) => boolean },
): DashboardPort {
  const at = { owner, repo };
  return {
    async find() {
      const listed = { ...at, labels: label, state: "all", sort: "created", direction: "asc", per_page: 100 } as const;
      const { data } = await askGitHub(() => api.rest.issues.listForRepo(listed), GITHUB);
      const [found, ...others] = data.filter(
        ({ user, body }) => user !== null && isOurs(user) && body?.includes(mark) === true,
      );
      if (found === undefined) return null;
      const doubles = others.filter(({ state }) => state === "open").map(({ number }) => number);
      return { number: found.number, text: found.body ?? "", open: found.state === "open", doubles };
    },
    async open(body) {
      await askGitHub(() => api.rest.issues.create({ ...at, title, body, labels: [label] }), GITHUB);
    },
    async edit(issue_number, body) {
      await askGitHub(() => api.rest.issues.update({ ...at, issue_number, body }), GITHUB);
    },
    async close(issue_number) {
      const closed = { ...at, issue_number, state: "closed", state_reason: "not_planned" } as const;
      await askGitHub(() => api.rest.issues.update(closed), GITHUB);
    },
  };
}
