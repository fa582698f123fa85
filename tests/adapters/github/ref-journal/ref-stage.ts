/** Journals on a loopback GitHub, for tests: a repository and issue of their own, and what lies behind them. */
import { Octokit } from "@octokit/rest";
import type { Api } from "#adapters/github/client/api.ts";
import type { RefJournalOptions } from "#adapters/github/ref-journal/journal-session.ts";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import type { RunLocation } from "#adapters/github/ref-journal/ref-names.ts";
import type { Journal } from "#ports/journal.ts";
import { ours } from "../../../builders/ours.ts";
import type { GitHub } from "../../../lab/github/github.ts";
import { QUIET } from "../../../lab/github/quiet.ts";
import type { JournalHarness } from "../../contracts/journal-contract.ts";
import { CODEC } from "../../contracts/plain-codec.ts";

/** What a client asks through; by default the real thing. */
export type Fetch = typeof fetch;

/** A client with a writer's token, over a network that a test may spoil. */
export function writer({ url }: Pick<GitHub, "url">, through: Fetch = fetch): Octokit & Api {
  return ours(new Octokit({ baseUrl: url, auth: "token-of-wim", log: QUIET, request: { fetch: through } }));
}

export interface RefStage extends JournalHarness {
  readonly place: RunLocation;
  readonly api: Octokit & Api;
  readonly healed: readonly string[];
  readonly options: RefJournalOptions;
  readonly openWith: (api: Api, options?: Partial<RefJournalOptions>) => Journal;
  /** Where a ref is, by its whole name. */
  readonly at: (ref: string) => Promise<string | null>;
  readonly state: string;
  readonly current: string;
  /** Commits changed files (null deletes) on the state ref, and `current` where it is there, as a careless person would. */
  readonly spoil: (files: Readonly<Record<string, string | null>>) => Promise<void>;
  /** The text of a file at a ref; null when it is not there. */
  readonly fileAt: (ref: string, path: string) => Promise<string | null>;
  /** What the work asked of GitHub, as "METHOD path" without the repository. */
  readonly asked: (work: () => Promise<unknown>) => Promise<readonly string[]>;
}

/** A stage in a repository of the lab that no other stage uses with this issue. `api`: a writer's client. */
export async function aRefStage(
  github: Pick<GitHub, "url" | "requests">,
  { owner, repo, issue, runId }: RunLocation,
  api = writer(github),
): Promise<RefStage> {
  const place = { owner, repo, issue, runId };
  const healed: string[] = [];
  const options: RefJournalOptions = { codec: CODEC, onHeal: (line) => void healed.push(line) };
  const at = async (ref: string): Promise<string | null> => {
    const { data } = await api.rest.git.listMatchingRefs({ owner, repo, ref: ref.slice(5) });
    return data.find((one) => one.ref === ref)?.object.sha ?? null;
  };
  const [state, current] = [`refs/loopwright/issue-${issue}/${runId}`, `refs/loopwright/issue-${issue}/current`];
  const openWith = (client: Api, more: Partial<RefJournalOptions> = {}): Journal => refJournal(client, place, { ...options, ...more });
  const spoil = async (files: Readonly<Record<string, string | null>>): Promise<void> => {
    const head = (await at(state)) ?? "";
    const base_tree = (await api.rest.git.getCommit({ owner, repo, commit_sha: head })).data.tree.sha;
    const tree = Object.entries(files).map(([path, content]) => ({
      path,
      mode: "100644" as const,
      type: "blob" as const,
      ...(content === null ? { sha: null } : { content }),
    }));
    const written = await api.rest.git.createTree({ owner, repo, tree, base_tree });
    const commit = await api.rest.git.createCommit({ owner, repo, message: "oops", tree: written.data.sha, parents: [head] });
    const refs = (await at(current)) === null ? [state] : [state, current];
    for (const ref of refs) await api.rest.git.updateRef({ owner, repo, ref: ref.slice(5), sha: commit.data.sha, force: true });
  };
  const fileAt = async (ref: string, path: string): Promise<string | null> => {
    const sha = (await at(ref)) ?? "";
    const { data } = await api.rest.git.getTree({ owner, repo, tree_sha: sha, recursive: "true" });
    const found = data.tree.find((entry) => entry.path === path);
    if (found?.sha === undefined) return null;
    return Buffer.from((await api.rest.git.getBlob({ owner, repo, file_sha: found.sha })).data.content, "base64").toString();
  };
  return {
    place,
    api,
    healed,
    options,
    state,
    current,
    at,
    openWith,
    spoil,
    fileAt,
    open: () => openWith(api),
    branch: (name) => at(`refs/heads/${name}`),
    setBranch: async (name, sha) => void (await api.rest.git.createRef({ owner, repo, ref: `refs/heads/${name}`, sha })),
    commits: await threeCommits(api, place),
    ruin: async () => spoil({ "history.jsonl": `${await fileAt(state, "history.jsonl")}not json\n` }),
    rounds: 10,
    async asked(work) {
      const from = github.requests.length;
      await work();
      return github.requests.slice(from).map(({ method, path, status }) => `${method} ${path.replace(/^.*?[/]git[/]/, "")} ${status}`);
    },
  };
}

/** Gives stages, each with an issue of its own where none is named; the plain codec calls every run "run". */
export function refStages(github: Pick<GitHub, "url" | "requests">): (at?: Partial<RunLocation>) => Promise<RefStage> {
  let issue = 0;
  return async (at = {}) => {
    issue += 1;
    return aRefStage(github, { owner: "acme", repo: "widget", issue, runId: "run", ...at });
  };
}

/** Each on the one before: a branch moves forward only. */
async function threeCommits(api: Octokit, { owner, repo }: RunLocation): Promise<readonly [string, string, string]> {
  const main = (await api.rest.git.getRef({ owner, repo, ref: "heads/main" })).data.object.sha;
  const tree = (await api.rest.git.getCommit({ owner, repo, commit_sha: main })).data.tree.sha;
  const commit = async (message: string, parent: string): Promise<string> =>
    (await api.rest.git.createCommit({ owner, repo, message, tree, parents: [parent] })).data.sha;
  const one = await commit("one", main);
  const two = await commit("two", one);
  return [one, two, await commit("three", two)];
}
