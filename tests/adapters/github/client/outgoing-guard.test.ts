/** The one gate to GitHub: what is sent is read off the wire, for every place that text of ours goes to. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Api, NO_RETRY } from "#adapters/github/client/api.ts";
import { WITHHELD_TEXT, withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { createComment, editComment } from "#adapters/github/issue/comments.ts";
import { uploadTree } from "#adapters/github/trees/upload-tree.ts";
import { createCheckRun } from "#adapters/github/workflow/check-run.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { Failure } from "#ports/failure.ts";
import { clientOf } from "../../../../action/job/client.ts";
import { aGate } from "../../../builders/ours.ts";
import { QUIET } from "../../../lab/github/quiet.ts";

const OWN = "sk-own-9f8e7d6c5b4a3f2e1d0cAbCdEfGhIjKl";
const FOREIGN = `ghp_${"aB3".repeat(12)}`;
const AT = { owner: "o", repo: "r" };

const sent: string[] = [];
const told: string[] = [];
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  sent.push(`${request.method} ${request.url} ${text}`);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: 7, sha: "aa", number: 1, data: {}, body: text === "" ? "" : JSON.parse(text).body }));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());
beforeEach(() => {
  sent.splice(0);
  told.splice(0);
});

const api = withOutgoingGuard(new Octokit({ baseUrl: apiUrl, log: QUIET }), aGate([OWN], told));
const letters = { ...AT, issue: 7, isOurs: () => true, clock: systemClock, isFirstTry: () => true, onShown: () => undefined };

/** Every place where people read what we write. `say` sends a text there. */
const PROSE: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  "a comment": (body) => createComment(api, letters, { key: "run:plan", body, since: Date.now() }),
  "a comment that is edited": (body) => editComment(api, AT, "7", { key: "run:plan", body }),
  "a pull request's body": (body) => api.rest.pulls.create({ ...AT, title: "t", body, head: "h", base: "b", ...NO_RETRY }),
  "a pull request's title": (title) => api.rest.pulls.update({ ...AT, pull_number: 1, title }),
  "an answer on a line": (body) => api.rest.pulls.createReplyForReviewComment({ ...AT, pull_number: 1, comment_id: 2, body }),
  "a check run": (text) => createCheckRun(api, AT, { head: "a".repeat(40), id: "7/a-run", title: text, text }),
  "a commit's message": (message) => api.rest.git.createCommit({ ...AT, message, tree: "a".repeat(40) }),
};

/** Every place where what we write is read by programs, or is a name. */
const DATA: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  "a file": (text) => uploadTree(api, AT, { base: "b", files: [{ path: "a", mode: "100644", bytes: Buffer.from(text) }], gone: [] }),
  "a file that is no text": (text) =>
    uploadTree(api, AT, { base: "b", files: [{ path: "a", mode: "100644", bytes: Buffer.from(`\0${text}`) }], gone: [] }),
  "a file's name": (path) => uploadTree(api, AT, { base: "b", files: [{ path, mode: "100644", bytes: Buffer.from("a") }], gone: [] }),
  "the journal": (text) =>
    api.rest.git.createTree({ ...AT, tree: [{ path: "history.jsonl", mode: "100644", type: "blob", content: JSON.stringify({ text }) }] }),
  "a branch's name": (text) => api.graphql("mutation($input: X!) { a }", { input: { refUpdates: [{ name: `refs/heads/${text}` }] } }),
  "a label": (text) => api.rest.issues.addLabels({ ...AT, issue_number: 7, labels: [text] }),
  "an input of a workflow": (text) =>
    api.rest.actions.createWorkflowDispatch({ ...AT, workflow_id: "w", ref: "main", inputs: { run_id: text } }),
};

describe("prose", () => {
  it.each(Object.entries(PROSE))("is withheld in %s where it holds a secret of ours, and says so [OUT-01, OUT-02]", async (_where, say) => {
    for (const secret of [OWN, Buffer.from(OWN).toString("base64"), OWN.slice(7), `${OWN.slice(0, 9)}\n${OWN.slice(9)}`]) {
      sent.splice(0);
      await say(`the key is ${secret}, of all things`);
      expect(sent).toHaveLength(1);
      expect(sent[0]).toContain(WITHHELD_TEXT);
      expect(sent[0]).not.toContain("of all things");
      expect(sent[0]).not.toContain(secret.slice(-9));
    }
    expect(told).not.toHaveLength(0);
  });

  it.each(Object.entries(PROSE))("is shown in %s without the tokens of others [OUT-01, OUT-02]", async (_where, say) => {
    await say(`the key is ${FOREIGN}, of all things`);
    expect(sent[0]).toContain("the key is [hidden], of all things");
    expect(told).toEqual([]);
  });

  it("keeps its mark, so that it is found and edited later", async () => {
    await createComment(api, letters, { key: "run:plan", body: OWN, since: Date.now() });
    expect(sent[0]).toMatch(/<!-- loopwright:run:plan -->"}$/);
  });
});

it.each(Object.entries(DATA))("nothing is sent where %s holds a secret of ours [OUT-01, OUT-02]", async (_where, say) => {
  await expect(say(`a-${OWN}-b`)).rejects.toThrow(Failure);
  expect(sent.filter((line) => line.includes(OWN.slice(4, 16)))).toEqual([]);
  await say("harmless");
  expect(sent).not.toHaveLength(0);
});

it("the clients of the Action are behind the gate, and a client that is not is no client for our adapters [OUT-02]", async () => {
  const client = await clientOf("t", { apiUrl }, aGate([OWN], told), {});
  await client.rest.issues.createComment({ ...AT, issue_number: 7, body: OWN });
  expect(sent[0]).toContain(WITHHELD_TEXT);
  // @ts-expect-error -- only `checked` makes a client that adapters take
  const bare: Api = new Octokit({ baseUrl: apiUrl, log: QUIET });
  expect(bare).toBeDefined();
});

/** Sources of ours with their text; tests are free to write as they like. */
function sources(): readonly (readonly [path: string, text: string])[] {
  return ["src", "action", "bot"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => [join(folder, path), readFileSync(join(folder, path), "utf8")] as const),
  );
}

it("nothing of ours passes a client for checked but the gate, nor speaks to GitHub without one [OUT-02]", () => {
  const holding = (pattern: RegExp) => sources().flatMap(([path, text]) => (pattern.test(text) ? [path] : []));
  expect(holding(/\bas (?:\w+ & )?Api\b|\bas (?:never|any)[;,)]/)).toEqual(["src/adapters/github/client/outgoing-guard.ts"]);
  expect(holding(/\bnew Client\(|\bgetOctokit\(|\bOctokit\.plugin\(|\bcontext\.octokit\b/)).toEqual(["action/job/client.ts"]);
});
