/** Assumptions about git objects that GitHub's API makes and shows. */
import * as z from "zod";
import { type Assumption, judged, notTried, type Observation } from "#cli/live/assumption.ts";
import { commitsOf } from "#cli/live/made.ts";
import { replyTo, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

/** Bytes of a blob of which GraphQL may show a part only: more than the 512,000 that people report. */
const LONG = 600_000;

const Blob = z.object({ text: z.string().nullable(), isTruncated: z.boolean() });
const Shown = z.object({
  repository: z.object({
    object: z
      .object({ tree: z.object({ entries: z.array(z.object({ name: z.string(), object: z.unknown() })) }) })
      .nullable(),
  }),
});
const ShownBlob = z.object({ repository: z.object({ object: Blob.nullable() }) });

const AT_COMMIT = `query Live($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) { ... on Commit { tree { entries { name object { ... on Blob { text isTruncated } } } } } }
  }
}`;

const AT_BLOB = `query Live($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) { object(oid: $oid) { ... on Blob { text isTruncated } } }
}`;

async function attemptReadCommit(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo: name } = scratch;
  const { one } = await commitsOf(scratch);
  const { repository } = Shown.parse(await api.graphql(AT_COMMIT, { owner, name, oid: one }));
  const entry = repository.object?.tree.entries.find((one) => one.name === "loopwright-live.txt");
  const text = Blob.safeParse(entry?.object).data?.text ?? null;
  return judged(text?.startsWith(scratch.name) === true, `GraphQL showed ${text === null ? "no" : "its"} text`);
}

async function attemptCompare(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo } = scratch;
  const { one, two } = await commitsOf(scratch);
  const basehead = `${one}...${two}`;
  const reply = await replyTo(
    () => api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 }),
    [404],
  );
  const status = z.object({ status: z.string() }).safeParse(reply.data).data?.status ?? "no status";
  return judged(status === "ahead", `${shownReply(reply)}, ${status}`);
}

async function attemptRemoveFolder({ api, owner, repo, tree, name }: Scratch): Promise<Observation> {
  const file = { path: "loopwright-live/deep/file.txt", mode: "100644", type: "blob", content: `${name}\n` } as const;
  const { data: with_ } = await api.rest.git.createTree({ owner, repo, base_tree: tree, tree: [file] });
  const gone = { path: "loopwright-live", mode: "040000", type: "tree", sha: null } as const;
  const request = () => api.rest.git.createTree({ owner, repo, base_tree: with_.sha, tree: [gone] });
  const reply = await replyTo(request, [404, 422]);
  const entries = z.object({ tree: z.array(z.object({ path: z.string() })) }).safeParse(reply.data).data?.tree ?? [];
  const isGone = !entries.some(({ path }) => path.startsWith("loopwright-live"));
  return judged(reply.status === 201 && isGone, `${shownReply(reply)}; the folder is ${isGone ? "gone" : "there"}`);
}

async function attemptLongBlob({ api, owner, repo, name }: Scratch): Promise<Observation> {
  const content = `${name} ${"long ".repeat(LONG / 5)}`;
  const { data } = await api.rest.git.createBlob({ owner, repo, content, encoding: "utf-8" });
  const answer = ShownBlob.parse(await api.graphql(AT_BLOB, { owner, name: repo, oid: data.sha }));
  const { text, isTruncated } = answer.repository.object ?? { text: null, isTruncated: false };
  const seen = `of ${content.length} characters ${text?.length ?? 0} came, isTruncated is ${isTruncated}`;
  return judged(isTruncated || text === content, seen);
}

async function attemptSignature({ api, owner, repo, base, tree, person, name }: Scratch): Promise<Observation> {
  if (person !== null) return notTried("GitHub signs what an App or a workflow makes: this is the token of a person");
  const commit = { message: `${name}: signed`, tree, parents: [base] };
  const { data } = await api.rest.git.createCommit({ owner, repo, ...commit });
  return judged(data.verification.verified, `verified is ${data.verification.verified}: ${data.verification.reason}`);
}

export const GIT_OBJECTS: readonly Assumption[] = [
  {
    id: "commit-read",
    assumes: "GraphQL shows a commit that no branch has, with the text of its files, as soon as it is made",
    reliesOn: "src/adapters/github/ref-journal/commit-files.ts",
    attempt: attemptReadCommit,
  },
  {
    id: "commit-compared",
    assumes: "two commits that no branch has can be compared: the later one is ahead",
    reliesOn: "src/adapters/github/ref-journal/refs.ts",
    attempt: attemptCompare,
  },
  {
    id: "folder-removed",
    assumes: "a tree is made without a folder where its entry has no SHA",
    reliesOn: "src/adapters/github/trees/upload-tree.ts",
    attempt: attemptRemoveFolder,
  },
  {
    id: "blob-cut",
    assumes: "where GraphQL cuts the text of a blob, isTruncated says so",
    reliesOn: "src/adapters/github/ref-journal/commit-files.ts",
    attempt: attemptLongBlob,
  },
  {
    id: "commit-signed",
    assumes: "a commit that an App makes by the API is signed by GitHub",
    reliesOn: "src/adapters/github/ref-journal/write-commit.ts",
    attempt: attemptSignature,
  },
];
