/** The Action without a key: the jobs say who they are, and Anthropic lets them in (issue 4: OpenID in place of a key). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ACCESS_INPUTS, accessesOf } from "../../../action/runner/access.ts";
import { idToken } from "../../../action/runner/identity.ts";
import { ROOT } from "../../house/tools.ts";
import { startIssuer } from "../../lab/runner/id-tokens.ts";
import { anActionLab, aRepository, KEY, WORKFLOW } from "../stage.ts";

/** The README's workflow file with what `.github/docs/federation.md` has people change. */
const RULE_LINES = "          anthropic-federation-rule-id: fdrl_lab\n          anthropic-organization-id: org-lab\n";
const FEDERATED = WORKFLOW.replaceAll(/^ +anthropic-api-key: .*\n/gm, RULE_LINES);
const ASKING = FEDERATED.replaceAll(
  /^( +)permissions:\n(?=(?:(?!\n\n)[\s\S])*?station: (?:run|verify))/gm,
  "$1permissions:\n$1  id-token: write\n",
);

const issuer = await startIssuer();
const trust = {
  ruleId: "fdrl_lab",
  organizationId: "org-lab",
  trusts: (identity: string) => issuer.issued.some(({ token, audience }) => token === identity && audience === "https://api.anthropic.com"),
};
const lab = await anActionLab([aRepository("federated", {}, ASKING), aRepository("forgetful", {}, FEDERATED)]);
afterAll(() => issuer.close());

it("opens a pull request with no key anywhere, and shows nobody what the jobs said who they are", async () => {
  const one = await lab.issue({ repository: "federated", secrets: {}, trust, idTokens: issuer });
  await one.approve();
  await one.over();
  expect((await one.run()).stage).toBe("completed");
  expect(one.model.problems).toEqual([]);
  // Each of the two jobs that asks a model asks once for a token.
  expect(issuer.issued).toHaveLength(2);
  expect(one.model.exchanges()).toBe(2);
  const shown = [one.log(), ...(await one.comments()).map(({ text }) => text)].join("\n");
  for (const secret of [KEY, issuer.secret, ...issuer.issued.map(({ token }) => token)]) expect(shown).not.toContain(secret);
});

it("says what the job lacks that may not say who it is, before anything is asked", async () => {
  const one = await lab.issue({ repository: "forgetful", secrets: {}, trust, idTokens: issuer });
  await one.approve();
  await one.over();
  // It is tried once more, and the log is that of the last workflow run.
  await expect.poll(one.log).toContain("this job may not say who it is: give it `id-token: write` under `permissions`");
  expect(one.model.exchanges()).toBe(0);
});

it("has every input of it on the page that people follow", () => {
  const page = readFileSync(join(ROOT, ".github/docs/federation.md"), "utf8");
  const inputs = ACCESS_INPUTS.filter((name) => /-id$|audience/.test(name));
  expect(inputs).toHaveLength(5);
  for (const name of inputs) expect(page).toContain(name);
});

const given = (some: Readonly<Record<string, string>>) => (name: string) => some[name] ?? "";
const RULE = { "anthropic-federation-rule-id": "fdrl_lab", "anthropic-organization-id": "org-lab" };

it.each([
  { when: "a key stands beside the rule", inputs: { ...RULE, "anthropic-api-key": "sk-x" }, says: "leave one of them out" },
  { when: "the organization is missing", inputs: { "anthropic-federation-rule-id": "x" }, says: "without anthropic-organization-id" },
])("declines when $when", ({ inputs, says }) => {
  expect(() => accessesOf(given(inputs), issuer)).toThrow(says);
});

it("asks for the audience that it is told, and hands the ids on", async () => {
  const ids = { "anthropic-service-account-id": "svac_1", "anthropic-workspace-id": "default", "anthropic-oidc-audience": "mine" };
  const { anthropic } = accessesOf(given({ ...RULE, ...ids, "anthropic-base-url": "https://a.example" }), issuer);
  expect(anthropic).toMatchObject({ baseUrl: "https://a.example", federation: { serviceAccountId: "svac_1", workspaceId: "default" } });
  if (anthropic === null || !("federation" in anthropic)) throw new Error("no federation");
  await anthropic.federation.identity();
  expect(issuer.issued.at(-1)?.audience).toBe("mine");
});

it.each([
  { when: "GitHub is down", status: 503, retryable: true },
  { when: "GitHub refuses", status: 403, retryable: false },
])("tells that there is no identity when $when", async ({ status, retryable }) => {
  issuer.fail(status);
  await expect(idToken(issuer, "a")).rejects.toMatchObject({
    service: "model",
    retryable,
    message: expect.stringContaining(`status ${status}`),
  });
  issuer.fail(null);
});

it("tells that there is no identity when nobody answers", async () => {
  await expect(idToken({ url: "http://127.0.0.1:1/", secret: "x" }, "a")).rejects.toMatchObject({ service: "model", retryable: true });
});
