/** Assumptions about reading refs outside `refs/heads/`, by which a run is found and followed. */
import * as z from "zod";
import { moveRefs } from "#adapters/github/ref-journal/move-refs.ts";
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { commitsOf, makeRef, refNamed } from "#cli/live/made.ts";
import { replyTo, shortSha, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const REFS = "src/adapters/github/ref-journal/refs.ts";

const Pointed = z.object({
  repository: z.object({ ref: z.object({ target: z.object({ oid: z.string() }) }).nullable() }),
});

const AT_REF = `query Live($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;

async function attemptConditionalRead(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, id } = scratch;
  const { one, two } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "etag"), one);
  const ref = name.replace(/^refs\//, "");
  const first = await api.rest.git.getRef({ owner, repo, ref });
  const { etag } = first.headers;
  if (etag === undefined) return judged(false, "GitHub gave no ETag");
  const again = () =>
    replyTo(() => api.rest.git.getRef({ owner, repo, ref, headers: { "if-none-match": etag } }), [304]);
  const unchanged = await again();
  await moveRefs(api, id, [{ name, before: one, after: two }]);
  const changed = await again();
  const seen = `${unchanged.status} before a move, ${changed.status} after it`;
  return judged(unchanged.status === 304 && changed.status === 200, seen);
}

async function attemptReadByCommit(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo } = scratch;
  const { one } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "by-commit"), one);
  const at = { owner, repo, ref: name.replace(/^refs\//, ""), mediaType: { format: "sha" } };
  const plain = await replyTo(() => api.rest.repos.getCommit(at), [404, 422]);
  const headers = { "if-none-match": `"${one}"` };
  const reply = await replyTo(() => api.rest.repos.getCommit({ ...at, headers }), [304, 404, 422]);
  const seen = `${shownReply(plain)}; with the commit as ETag: ${shownReply(reply)}`;
  return judged(plain.data === one && reply.status === 304, seen);
}

async function attemptReadByName(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo: name } = scratch;
  const { one } = await commitsOf(scratch);
  const ref = await makeRef(scratch, refNamed(scratch, "by-name"), one);
  const { repository } = Pointed.parse(await api.graphql(AT_REF, { owner, name, ref }));
  const oid = repository.ref?.target.oid ?? null;
  return judged(oid === one, `GraphQL showed ${shortSha(oid)}; the ref is at ${shortSha(one)}`);
}

async function attemptList(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo } = scratch;
  const { one } = await commitsOf(scratch);
  const names = [refNamed(scratch, "listed/a"), refNamed(scratch, "listed/b")];
  for (const name of names) await makeRef(scratch, name, one);
  const ref = refNamed(scratch, "listed/").replace(/^refs\//, "");
  const { data } = await api.rest.git.listMatchingRefs({ owner, repo, ref });
  const listed = data.filter(({ object }) => object.sha === one).map((found) => found.ref);
  return judged(
    names.every((name) => listed.includes(name)),
    `${listed.length} of ${names.length} were listed at once`,
  );
}

export const REF_READS: readonly Assumption[] = [
  {
    id: "ref-etag",
    assumes: "a conditional GET of a ref outside refs/heads/ is answered 304 until the ref has moved",
    reliesOn: REFS,
    attempt: attemptConditionalRead,
  },
  {
    id: "ref-commit-etag",
    assumes: "GET /commits/{ref} finds the commit of such a ref, and is answered 304 to its SHA as ETag",
    reliesOn: REFS,
    attempt: attemptReadByCommit,
  },
  {
    id: "ref-graphql",
    assumes: "GraphQL's ref(qualifiedName) finds a ref outside refs/heads/ at once",
    reliesOn: "src/adapters/github/ref-journal/commit-files.ts",
    attempt: attemptReadByName,
  },
  {
    id: "ref-listed",
    assumes: "matching-refs lists refs outside refs/heads/ by the beginning of their names at once",
    reliesOn: "src/adapters/github/runs/matching-refs.ts",
    attempt: attemptList,
  },
];
