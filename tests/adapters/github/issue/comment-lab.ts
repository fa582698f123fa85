/** Issues on a GitHub for a file of tests about comments: ada opens them, the App is asked for its own word, and whoever looks sees what stands there. */
import { AT, aGitHubForAll, as, asApp } from "../../../lab/github/stage.ts";

/** Starts that GitHub for all tests of the file. */
export async function commentLab() {
  const github = await aGitHubForAll();
  const ada = as(github, "ada");
  const app = await asApp(github);
  const newIssue = async (): Promise<number> => (await ada.rest.issues.create({ ...AT, title: "Sum subtracts" })).data.number;
  const commentsOf = async (issue: number) => (await ada.rest.issues.listComments({ ...AT, issue_number: issue, per_page: 100 })).data;
  return { github, ada, app, newIssue, commentsOf };
}

/** A comment of ours with its key, announced a minute ago. */
export const letter = (key: string, body = "The plan.") => ({ key, body, since: Date.now() - 60_000 });
