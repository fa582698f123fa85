/** Commits as GitHub shows them. */
import type { Commit, Person } from "./objects.ts";
import { missing } from "./refused.ts";
import { apiUrl, iso, webUrl } from "./shown.ts";
import type { State } from "./state.ts";
import type { Doer } from "./tell.ts";

type Shown = Readonly<Record<string, unknown>>;

/** Refuses with 404 where there is none. */
export function commitAt(state: State, sha: string): Commit {
  const found = state.objects.commit(sha);
  if (found === undefined) throw missing();
  return found;
}

/** Whoever does something, as the author of a commit that GitHub makes for them. */
export function personOf({ now }: State, { id, login }: Doer): Person {
  return { name: login, email: `${id}+${login}@users.noreply.github.com`, at: Math.floor(now() / 1000) };
}

function shownPerson({ name, email, at }: Person): Shown {
  return { name, email, date: iso(at * 1000) };
}

/** As the git-data API shows it. */
export function shownGitCommit(state: State, { sha, tree, parents, message, author, committer }: Commit): Shown {
  return {
    sha,
    node_id: `C_${sha}`,
    url: apiUrl(state, `git/commits/${sha}`),
    html_url: webUrl(state, `commit/${sha}`),
    author: shownPerson(author),
    committer: shownPerson(committer),
    message,
    tree: { sha: tree, url: apiUrl(state, `git/trees/${tree}`) },
    parents: parents.map((parent) => ({ sha: parent, url: apiUrl(state, `git/commits/${parent}`) })),
  };
}

/** As the API of repositories shows it. */
export function shownCommit(state: State, commit: Commit): Shown {
  const { author, committer, message, tree } = shownGitCommit(state, commit);
  const url = apiUrl(state, `commits/${commit.sha}`);
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url,
    html_url: webUrl(state, `commit/${commit.sha}`),
    commit: { author, committer, message, tree, url, comment_count: 0 },
    author: null,
    committer: null,
    parents: commit.parents.map((sha) => ({ sha, url: apiUrl(state, `commits/${sha}`) })),
  };
}
