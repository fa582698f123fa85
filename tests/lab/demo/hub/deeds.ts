/** What people do on the loopback GitHub, each with a token of their own. */
import { Octokit } from "@octokit/rest";
import { pullOf } from "#core/pull-now.ts";
import { branchOf, type Run } from "#core/run.ts";
import { QUIET } from "../../github/quiet.ts";
import { NAME, OWNER, PEOPLE } from "./people.ts";
import type { Scene } from "./scene.ts";
import type { Said } from "./talk.ts";

const AT = { owner: OWNER, repo: NAME } as const;

export interface Deeds {
  /** Opens an issue; the first line of the text is its title. Gives its number. */
  readonly open: (text: string) => Promise<number>;
  readonly label: (issue: number) => Promise<void>;
  /** What a story says that somebody does about the run of an issue. Throws an `Error` where it has no pull request to do it on. */
  readonly act: (said: Said, issue: number, run: Run | null) => Promise<void>;
}

/** The deeds of the people of a scene. */
export function deedsOf({ github, tokens }: Pick<Scene, "github" | "tokens">): Deeds {
  const as = (login: string): Octokit => new Octokit({ baseUrl: github.url, auth: tokens[login], log: QUIET });
  return {
    async open(text) {
      const [title = "", ...lines] = text.split("\n");
      const body = lines.join("\n").trim();
      const { data } = await as(PEOPLE.author).rest.issues.create({ ...AT, title: title.replace(/^# */, ""), body });
      return data.number;
    },
    async label(issue) {
      await as(PEOPLE.triage).rest.issues.addLabels({ ...AT, issue_number: issue, labels: ["loop"] });
    },
    async act(said, issue, run) {
      const { rest } = as(PEOPLE[said.who]);
      if ("push" in said) await rest.repos.createOrUpdateFileContents({ ...AT, ...fileOf(said.push, run) });
      else if ("review" in said) await rest.pulls.createReview({ ...AT, pull_number: shownIn(run), ...reviewOf(said) });
      else await rest.issues.createComment({ ...AT, issue_number: said.on === "pull" ? shownIn(run) : issue, body: said.say });
    },
  };
}

type Pushed = Extract<Said, { push: unknown }>["push"];

function fileOf({ path, content }: Pushed, run: Run | null) {
  if (run === null) throw new Error("there is no run, so it has no branch to push to");
  return { path, content: Buffer.from(content).toString("base64"), message: `Write ${path}`, branch: branchOf(run) };
}

function reviewOf({ review, lines }: Extract<Said, { review: unknown }>) {
  const comments = lines.map(({ path, line, text: body }) => ({ path, line, body }));
  return { event: "REQUEST_CHANGES", body: review, comments } as const;
}

function shownIn(run: Run | null): number {
  const pull = run === null ? null : pullOf(run);
  if (pull === null) throw new Error("the run has no pull request yet");
  return pull;
}
