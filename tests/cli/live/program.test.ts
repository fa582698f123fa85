/** The built `loopwright doctor --live` as a process, with real time, against the loopback GitHub. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Deviation } from "../../lab/github/deviation.ts";
import { OTHERWISE } from "../../lab/github/otherwise/all.ts";
import { aGitHubForAll, as } from "../../lab/github/stage.ts";
import { aStage, type Stage } from "../stage.ts";
import { SCRATCH } from "./live-lab.ts";

let otherwise: Deviation | null = null;
const github = await aGitHubForAll({ repositories: [SCRATCH], otherwise: () => otherwise });
const env = { GITHUB_TOKEN: "token-of-wim", GITHUB_API_URL: github.url };
const LIVE = ["doctor", "--live", "acme/scratch"];
/** Milliseconds: each call sends some 120 requests one after the other, and waits for GitHub's clock to tick. */
const LONG = 240_000;
let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
});
afterAll(() => stage.close());

it("is green where all is as assumed", { timeout: LONG }, async () => {
  const green = await stage.runWith({ env, cwd: "/" }, ...LIVE);
  expect(green.code).toBe(0);
  expect(green.err).toMatch(/^38 assumptions are tried on acme\/scratch; all that is made is named loopwright-live-\d{14}\.\n$/);
  expect(green.out).toMatch(/^ok {3}reaction-no-edit +our own reaction does not move updated_at/m);
  expect(green.out).toContain("acme/scratch: 36 holds, 0 differs, 2 not tried, 0 unclear. GitHub does what Loopwright");
  expect(JSON.stringify(green)).not.toContain("token-of-wim");
});

it("is red, with exit code 1, where one thing is not as assumed", { timeout: LONG }, async () => {
  otherwise = OTHERWISE["reaction-no-edit"];
  const red = await stage.runWith({ env, cwd: "/" }, ...LIVE, "--json");
  otherwise = null;
  const { asAssumed, rows } = JSON.parse(red.out);
  const differing = rows.filter(({ outcome }: { readonly outcome: string }) => outcome === "differs");
  expect({ code: red.code, asAssumed, differing }).toEqual({
    code: 1,
    asAssumed: false,
    differing: [expect.objectContaining({ id: "reaction-no-edit", reliesOn: "src/adapters/github/issue/comment-now.ts" })],
  });
});

it("removes what it made after one Ctrl-C", { timeout: LONG }, async () => {
  otherwise = async (ask, next) => {
    if (ask.method === "POST" && ask.path.endsWith("/reactions")) program.child.kill("SIGINT");
    return next();
  };
  const program = stage.start(LIVE, { env, cwd: "/" });
  const { code, out } = await program.ended;
  otherwise = null;
  expect(code).toBe(1);
  expect(out).toContain("unclear: the command was stopped before it was tried");
  const { rest } = as(github, "wim");
  const { data: refs } = await rest.git.listMatchingRefs({ owner: "acme", repo: "scratch", ref: "loopwright/" });
  const { data: issues } = await rest.issues.listForRepo({ owner: "acme", repo: "scratch", state: "open" });
  expect([refs, issues]).toEqual([[], []]);
});

it.each([
  { args: ["doctor", "--live"], says: "argument missing" },
  { args: ["doctor", "--live", "acme/scratch", "--repo"], says: "option '--repo' cannot be used with option '--live <owner/name>'" },
  { args: LIVE, says: "--live needs a token in GITHUB_TOKEN, of one word" },
])("refuses $args without a token", async ({ args, says }) => {
  const { code, err } = await stage.run(...args);
  expect(err).toContain(says);
  expect(err).not.toContain("    at ");
  expect(code).toBe(2);
});
