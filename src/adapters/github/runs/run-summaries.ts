/** Reads the summaries of many runs with few requests. */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { SUMMARY_FILE } from "#adapters/github/ref-journal/ref-snapshot.ts";
import { parseRunSummary, type RunSummary } from "#core/runs/run-summary.ts";
import type { RunRef } from "./matching-refs.ts";

/** Commits of one query. */
const TOGETHER = 100;

const Found = z.object({ file: z.object({ object: z.object({ text: z.string() }) }) });
const Answer = z.object({ repository: z.record(z.string(), z.unknown()) });

/**
 * The runs, each with its summary; null where its commit holds none that can be read. One GraphQL request for each
 * hundred runs, none without runs. Throws `Failure("journal")`.
 */
export async function runSummaries(
  api: Api,
  place: RepositoryLocation,
  runs: readonly RunRef[],
): Promise<readonly (RunRef & { readonly summary: RunSummary | null })[]> {
  const found = [];
  for (let from = 0; from < runs.length; from += TOGETHER)
    found.push(...(await someSummaries(api, place, runs.slice(from, from + TOGETHER))));
  return found;
}

async function someSummaries(api: Api, { owner, repo }: RepositoryLocation, runs: readonly RunRef[]) {
  const variables = runs.map((_, index) => `$oid${index}: GitObjectID!`).join(", ");
  const file = "... on Commit { file(path: $path) { object { ... on Blob { text } } } }";
  const fields = runs.map((_, index) => `run${index}: object(oid: $oid${index}) { ${file} }`).join("\n");
  const repository = `repository(owner: $owner, name: $name) { ${fields} }`;
  const query = `query Runs($owner: String!, $name: String!, $path: String!, ${variables}) { ${repository} }`;
  const oids = Object.fromEntries(runs.map(({ head }, index) => [`oid${index}`, head]));
  const given = { owner, name: repo, path: SUMMARY_FILE, ...oids };
  const answer = Answer.safeParse(await askGitHub(() => api.graphql(query, given), { service: "journal" }));
  return runs.map((run, index) => {
    const text = answer.success ? Found.safeParse(answer.data.repository[`run${index}`]).data?.file.object.text : null;
    return { ...run, summary: text == null ? null : parseRunSummary(text) };
  });
}
