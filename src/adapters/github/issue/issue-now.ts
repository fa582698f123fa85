/** Reads one issue as it is now, and the list of recent issues. */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { conditionalGet } from "#adapters/github/client/conditional-get.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { ListedIssue } from "#core/planning/related-issues.ts";
import { Failure } from "#ports/failure.ts";
import type { IssueNow } from "#ports/github.ts";

export interface IssueOfRepository extends RepositoryLocation {
  readonly issue: number;
}

const Moved = z.object({ status: z.literal([301, 307, 308]), headers: z.object({ location: z.string().optional() }) });

/** GitHub shows a deleted account as this one (https://github.com/ghost). */
export const GHOST = "ghost";

/** Asks for an issue. A redirection is not followed: it leads to another repository. */
function issueRequest(api: Api, { owner, repo }: RepositoryLocation, issue_number: number) {
  return (headers: Readonly<Record<string, string>> = {}) =>
    api.rest.issues.get({ owner, repo, issue_number, headers, request: { redirect: "manual" } });
}

/** As `GitHub.issue`. One request, which GitHub does not count where the issue is as it was when it was last read. */
export function issueReader(api: Api, place: IssueOfRepository): () => Promise<IssueNow> {
  const read = conditionalGet(issueIn);
  const request = issueRequest(api, place, place.issue);
  const asked = async (headers: Readonly<Record<string, string>>) => {
    const answer = await request(headers);
    const moved = Moved.safeParse(answer);
    if (moved.success) throw movedTo(moved.data.headers.location, place);
    return answer;
  };
  return async () => {
    const found = await read("issue", asked, { adviceFor: ({ status }) => whereIsIt(status, place.issue) });
    if (found === null) throw missing(place);
    return found;
  };
}

function movedTo(address: string | undefined, { owner, repo, issue }: IssueOfRepository): Failure {
  const to = address ?? "an address that GitHub does not tell";
  const message =
    `issue ${issue} of ${owner}/${repo} is not there any more: it was transferred, ` +
    `or the repository was renamed (now ${to.slice(0, 300)}). Label it again where it is now`;
  return new Failure("github", message, { retryable: false });
}

function missing({ owner, repo, issue }: IssueOfRepository): Failure {
  const asked = `GET /repos/${owner}/${repo}/issues/${issue}`;
  const message = `${asked}: GitHub answered 404. What to do: ${whereIsIt(404, issue)}`;
  return new Failure("github", message, { retryable: false });
}

function issueIn({ title, body, user, state, labels, assignees, comments }: RestIssue): IssueNow {
  return {
    title,
    body: body ?? "",
    author: user?.login ?? GHOST,
    authorId: user?.id ?? 0,
    open: state === "open",
    labels: namesOf(labels),
    assignees: (assignees ?? []).map(({ login }) => login),
    comments,
  };
}

function whereIsIt(status: number, issue: number): string | null {
  if (status === 410) return `issue ${issue} was deleted: nothing is left to do there`;
  return status === 404
    ? `there is no issue ${issue}, or the token may not see it: check the repository and the App's installation`
    : null;
}

/** As `GitHub.neighbours`. One request. */
export async function neighboursNow(api: Api, { owner, repo }: RepositoryLocation): Promise<readonly ListedIssue[]> {
  const answer = await askGitHub(() =>
    api.rest.issues.listForRepo({ owner, repo, state: "all", sort: "updated", direction: "desc", per_page: 30 }),
  );
  return answer.data.map(listedIssue);
}

type RestIssue = Awaited<ReturnType<Api["rest"]["issues"]["get"]>>["data"];

function listedIssue(issue: Pick<RestIssue, "number" | "title" | "state" | "pull_request" | "labels">): ListedIssue {
  const { number, title, state, pull_request, labels } = issue;
  return {
    number,
    title,
    open: state === "open",
    isPullRequest: pull_request !== undefined,
    labels: namesOf(labels),
  };
}

function namesOf(labels: RestIssue["labels"]): readonly string[] {
  return labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
}

/** As `GitHub.listed`. A request for each. */
export async function issuesAt(
  api: Api,
  { owner, repo }: RepositoryLocation,
  numbers: readonly number[],
): Promise<readonly ListedIssue[]> {
  const found = numbers.map(async (number) => {
    const answer = await askGitHubOrNull(issueRequest(api, { owner, repo }, number), {}, [404, 410]);
    return answer === null || Moved.safeParse(answer).success ? [] : [listedIssue(answer.data)];
  });
  return (await Promise.all(found)).flat();
}
