/** `loopwright doctor --live` against the loopback GitHub: what it finds there, what it leaves, and whom it refuses. */
import { expect, it } from "vitest";
import { COMMENT_TIMES } from "#cli/live/assumptions/comment-times.ts";
import { LABELS } from "#cli/live/assumptions/labels.ts";
import { REF_MOVES } from "#cli/live/assumptions/ref-moves.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import { Failure } from "#ports/failure.ts";
import type { LiveReport } from "#text/terminal/live-page.ts";
import type { Deviation } from "../../lab/github/deviation.ts";
import { refusal } from "../../lab/github/rules/answer.ts";
import { aGitHubForAll, as } from "../../lab/github/stage.ts";
import { appToken, examine, quickClock, SCRATCH } from "./live-lab.ts";

const PLAIN = { owner: "acme", name: "plain", files: { "README.md": "# plain\n" }, roles: { wim: "write" } } as const;

let otherwise: Deviation | null = null;
const github = await aGitHubForAll({ repositories: [SCRATCH, PLAIN], otherwise: () => otherwise });
const clock = quickClock();

function outcomes({ rows }: Pick<LiveReport, "rows">): Readonly<Record<string, readonly string[]>> {
  const kinds = [...new Set(rows.map(({ outcome }) => outcome))];
  return Object.fromEntries(kinds.map((kind) => [kind, rows.filter(({ outcome }) => outcome === kind).map(({ id }) => id)]));
}

/** What is open or there in the scratch repository, by names that only this command gives. */
async function left(): Promise<readonly string[]> {
  const wim = as(github, "wim");
  const at = { owner: "acme", repo: "scratch" };
  const refs = [
    ...(await wim.rest.git.listMatchingRefs({ ...at, ref: "loopwright/" })).data,
    ...(await wim.rest.git.listMatchingRefs({ ...at, ref: "heads/" })).data,
  ].map(({ ref }) => ref);
  const issues = (await wim.rest.issues.listForRepo({ ...at, state: "open" })).data.map(({ title }) => title);
  const pulls = (await wim.rest.pulls.list({ ...at, state: "open" })).data.map(({ title }) => title);
  const labels = (await wim.rest.issues.listLabelsForRepo(at)).data.map(({ name }) => name);
  const comments = (await wim.rest.issues.listCommentsForRepo(at)).data.map(({ body }) => body ?? "");
  return [...refs, ...issues, ...pulls, ...labels, ...comments].filter((name) => name.includes("loopwright"));
}

it("finds all as assumed with a person's token, says what such a token cannot try, and leaves nothing", async () => {
  const { code, report, notes } = await examine(github, { clock });
  const { holds, ...others } = outcomes(report);
  expect({ code, others, earlier: report.earlier }).toEqual({
    code: 0,
    others: { "not tried": ["commit-signed", "check-run"] },
    earlier: [],
  });
  expect(holds?.length).toBeGreaterThan(30);
  expect(notes).toEqual([expect.stringMatching(/^\d+ assumptions are tried on acme\/scratch; .* loopwright-live-\d{14}\.$/)]);
  expect(JSON.stringify({ report, notes })).not.toContain("token-of-wim");
  expect(await left()).toEqual([]);
});

it("finds all as assumed with an App's token", async () => {
  const { code, report } = await examine(github, { clock, token: await appToken(github) });
  const { holds: _, ...others } = outcomes(report);
  expect({ code, others }).toEqual({ code: 0, others: { "not tried": ["role-named"] } });
  expect(await left()).toEqual([]);
});

it("removes what it made when it is stopped, and calls the rest unclear", async () => {
  const controller = new AbortController();
  const stopping = {
    ...clock,
    async sleep(ms: number) {
      controller.abort();
      await clock.sleep(ms, controller.signal);
    },
  };
  const assumptions = [...REF_MOVES, ...COMMENT_TIMES];
  const { code, report } = await examine(github, { clock: stopping, signal: controller.signal, assumptions });
  const { holds, unclear } = outcomes(report);
  expect(code).toBe(1);
  expect(holds).toEqual([...REF_MOVES.map(({ id }) => id), "comment-times"]);
  expect(unclear).toEqual(COMMENT_TIMES.slice(1).map(({ id }) => id));
  expect(report.rows.at(-1)?.seen).toBe("the command was stopped before it was tried");
  expect(await left()).toEqual([]);
});

it("removes what it made when an attempt has a bug, which is not hidden", async () => {
  const broken = { id: "x", assumes: "x", reliesOn: "x", attempt: () => Promise.reject(new TypeError("bug: planted")) };
  await expect(examine(github, { clock, assumptions: [...REF_MOVES, broken] })).rejects.toThrow("bug: planted");
  expect(await left()).toEqual([]);
});

it("calls unclear what the token may not, and never says that all is well", async () => {
  const { code, report } = await examine(github, { clock, token: "token-of-rob", assumptions: REF_MOVES });
  expect({ code, kinds: Object.keys(outcomes(report)) }).toEqual({ code: 1, kinds: ["unclear"] });
  expect(report.rows[0]?.seen).toMatch(/^it needs commits, and that was refused: POST .*\/git\/trees: GitHub answered 404: Not Found/);
});

it("names what it could not remove, and the next call names it too", async () => {
  otherwise = async (ask, next) => (ask.method === "DELETE" && ask.path.includes("/labels/") ? refusal(503, "lab: out of order") : next());
  const first = await examine(github, { clock, assumptions: LABELS });
  otherwise = null;
  expect(first.code).toBe(1);
  expect(outcomes(first.report)).toMatchObject({ unclear: ["label-missing"] });
  expect(first.report.left).toHaveLength(2);
  expect(first.notes.at(-1)).toMatch(/^Not removed: label loopwright-live-\d+-twice: lab: out of order/);
  const second = await examine(github, { clock, assumptions: REF_MOVES });
  expect({ code: second.code, earlier: second.report.earlier.length }).toEqual({ code: 0, earlier: 2 });
  expect(second.report.earlier[0]).toMatch(/^label loopwright-live-\d{14}-(twice|new)$/);
});

it.each([
  { when: "the repository is not marked", options: { repository: "acme/plain" }, says: "does not have the topic loopwright-scratch" },
  { when: "there is none", options: { repository: "acme/nothing" }, says: "acme/nothing is not there, or the token may not see it" },
  { when: "its name is none", options: { repository: "scratch" }, says: 'as <owner>/<name>, not "scratch"' },
  { when: "its name has a path", options: { repository: "acme/../x" }, says: "as <owner>/<name>" },
  { when: "there is no token", options: { token: " " }, says: "--live needs a token in GITHUB_TOKEN" },
  { when: "the token has two words", options: { token: "a b" }, says: "of one word" },
])("refuses before it changes anything where $when", async ({ options, says }) => {
  const before = github.sent.length;
  const refused = examine(github, { clock, ...options });
  await expect(refused).rejects.toThrow(Misuse);
  await expect(refused).rejects.toThrow(says);
  expect(github.sent.length).toBe(before);
});

it("says that the token is refused, and what an address is", async () => {
  await expect(examine(github, { token: "wrong" })).rejects.toThrow(Failure);
  await expect(examine(github, { token: "wrong" })).rejects.toThrow("GitHub answered 401: Bad credentials");
  await expect(examine({ url: "nowhere" })).rejects.toThrow("GITHUB_API_URL is no address");
});
