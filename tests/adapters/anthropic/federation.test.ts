/** Anthropic asked without a key: who we are is shown, a token comes back, and every way in which that fails is told. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { anthropicModel } from "#adapters/anthropic/model.ts";
import type { Federation } from "#adapters/model/access.ts";
import { federationIn } from "#adapters/model/federation-file.ts";
import { PROVIDERS } from "#core/config/providers.ts";
import { Failure } from "#ports/failure.ts";
import type { Model } from "#ports/model.ts";
import type { Trust } from "../../lab/model/exchange.ts";
import { type ScriptedModel, startScriptedModel } from "../../lab/model/server.ts";
import { aPrompt } from "../contracts/model-contract.ts";
import { NO_SURPRISE, quickClock } from "../model/quick-clock.ts";

const TOKEN = "sk-ant-oat01-given-by-the-lab-0123456789";
const IDENTITY = "eyJhbGciOiJub25lIn0.eyJpc3MiOiJsYWIifQ.c2lnbmF0dXJlLW9mLXRoZS1sYWI";
const RULE = { ruleId: "fdrl_1", organizationId: "org-1" };
const ME: Federation = { ...RULE, serviceAccountId: undefined, workspaceId: undefined, identity: async () => IDENTITY };
const DONE = { reply: { text: "Done." }, repeat: true };
const calm = new AbortController().signal;
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function asking(federation: Federation, baseUrl: string): Model {
  const models = { best: "b", balanced: "c", fast: "f" };
  return anthropicModel({ federation, baseUrl, models, clock: quickClock(), random: NO_SURPRISE });
}

async function served(trust?: Partial<Trust>): Promise<ScriptedModel> {
  const trusting = { ...RULE, trusts: (identity: string) => identity === IDENTITY, ...trust };
  const server = await startScriptedModel({ roles: { worker: [DONE] } }, { key: TOKEN, trust: trusting });
  ends.push(server.close);
  return server;
}

async function failureOf(model: Model): Promise<Failure> {
  const error: unknown = await model.reply(aPrompt(), calm).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error(`no Failure but ${String(error)}`, { cause: error });
  return error;
}

it("is let in with a token that it got for its identity, and asks for one token only while that lasts", async () => {
  const server = await served();
  const model = asking(ME, server.url);
  expect((await model.reply(aPrompt(), calm)).text).toBe("Done.");
  expect((await model.reply(aPrompt(), calm)).text).toBe("Done.");
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  expect(server.requests.every(({ headers }) => headers["x-api-key"] === undefined)).toBe(true);
  expect([server.exchanges(), server.problems]).toEqual([1, []]);
});

it("asks for another token when one is about to run out", async () => {
  const server = await served({ lasts: 1 });
  const model = asking(ME, server.url);
  await model.reply(aPrompt(), calm);
  await model.reply(aPrompt(), calm);
  expect(server.exchanges()).toBe(2);
});

it("ends where no rule trusts the identity, says what to check, and shows no identity", async () => {
  const server = await served({ trusts: () => false });
  const failure = await failureOf(asking(ME, server.url));
  expect(failure).toMatchObject({ service: "model", retryable: false });
  expect(failure.message).toMatch(/gave no token for this identity .*status 401.*no rule trusts this identity.*Check the federation rule/s);
  expect(`${failure.message} ${failure.stack} ${String(failure.cause)}`).not.toContain(IDENTITY);
  expect(server.exchanges()).toBe(1);
});

it("says what to check where the token is not taken", async () => {
  const server = await served({ gives: "sk-ant-oat01-of-another-workspace" });
  const failure = await failureOf(asking(ME, server.url));
  expect(failure).toMatchObject({ retryable: false });
  expect(failure.message).toContain("does not accept the token that it gave for this identity: check the federation rule's workspace");
});

it("says what to change where the identity may not use the model", async () => {
  const forbidding = { ...RULE, trusts: () => true };
  const server = await startScriptedModel({ roles: { worker: [{ fault: { status: 403 } }] } }, { key: TOKEN, trust: forbidding });
  ends.push(server.close);
  expect((await failureOf(asking(ME, server.url))).message).toContain("let its service account use it, or change models.");
});

it("tries again where Anthropic cannot be reached, and says so", async () => {
  const gone = await served();
  await gone.close();
  ends.pop();
  const failure = await failureOf(asking(ME, gone.url));
  expect(failure).toMatchObject({ retryable: true });
  expect(failure.message).toContain("Failed to reach token endpoint");
});

it("sends no identity over an open line", async () => {
  const failure = await failureOf(asking(ME, "http://llm.example"));
  expect(failure).toMatchObject({ retryable: false });
  expect(failure.message).toContain("non-https");
});

it("hands on what kept the identity away", async () => {
  const server = await served();
  const why = new Failure("model", "GitHub gave this job no identity token", { retryable: false });
  expect(await failureOf(asking({ ...ME, identity: () => Promise.reject(why) }, server.url))).toBe(why);
  expect(server.exchanges()).toBe(0);
});

const WAY_IN = PROVIDERS.anthropic.federation;
const FILE = { ANTHROPIC_FEDERATION_RULE_ID: "fdrl_1", ANTHROPIC_ORGANIZATION_ID: "org-1" };

it("reads the identity from its file each time, for a new one is put there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-identity-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "token");
  const federation = federationIn({ ...FILE, ANTHROPIC_IDENTITY_TOKEN_FILE: path, ANTHROPIC_WORKSPACE_ID: "wrkspc_1" }, WAY_IN);
  expect(federation).toMatchObject({ ...RULE, workspaceId: "wrkspc_1", serviceAccountId: undefined });
  await expect(federation?.identity()).rejects.toThrow(`ANTHROPIC_IDENTITY_TOKEN_FILE is ${path}, and that file cannot be read`);
  writeFileSync(path, "\n");
  await expect(federation?.identity()).rejects.toThrow("that file is empty");
  writeFileSync(path, "one\n");
  expect(await federation?.identity()).toBe("one");
  writeFileSync(path, "two\n");
  expect(await federation?.identity()).toBe("two");
});

it("needs the organization and the file beside the rule, and is none without a rule", () => {
  expect(federationIn({}, WAY_IN)).toBeNull();
  expect(() => federationIn(FILE, WAY_IN)).toThrow(
    "ANTHROPIC_FEDERATION_RULE_ID is set without ANTHROPIC_IDENTITY_TOKEN_FILE: set that too",
  );
  expect(() => federationIn({ ANTHROPIC_FEDERATION_RULE_ID: "x" }, WAY_IN)).toThrow(
    "without ANTHROPIC_ORGANIZATION_ID and ANTHROPIC_IDENTITY_TOKEN_FILE: set that too",
  );
});
