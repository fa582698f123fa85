/** Whom a round of looks reaches: one installation that refuses costs the others nothing, and what is not listed is said (WH-23). */
import { expect, it } from "vitest";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { MINUTE } from "#core/values/time.ts";
import type { Job } from "#ports/queue.ts";
import { BotOctokit, PollerOctokit } from "../../../bot/jobs/octokit.ts";
import { listInstalledRepositories } from "../../../bot/polling/installations.ts";
import { startPoller } from "../../../bot/polling/poller.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { type Answer, anApp, repository, token } from "../an-app.ts";

const CANARY = "canary-0123456789-abcdefghij";
/** In GitHub's words. */
const ALLOW_LIST = { message: `the organization has an IP allow list enabled, and your IP address is not permitted ${CANARY}` };

const INSTALLED = [
  { id: 1, account: { login: "fort" }, suspended_at: null },
  { id: 2, account: { login: "moat" }, suspended_at: null },
  { id: 3, account: { login: "gone" }, suspended_at: "2026-01-01T00:00:00Z" },
  { id: 4, account: { slug: "odd" } },
  { id: 5, account: { login: "acme" } },
];

function listFor(installation: number): Answer {
  if (installation === 2) return [403, ALLOW_LIST];
  const repositories = [{ ...repository(50, "old"), archived: true }, repository(51, "acme")];
  return [200, installation === 4 ? { count: 0 } : { repositories }];
}

/** The first refuses a token, the second the list, the fourth answers nonsense, the fifth has an issue that is worth a look. */
function unevenWorld({ pathname }: URL, by: number): Answer {
  const minted = Number(/\/(\d+)\/access_tokens$/.exec(pathname)?.[1] ?? 0);
  if (minted > 0) return minted === 1 ? [403, ALLOW_LIST] : token(minted);
  if (pathname === "/app/installations") return [200, INSTALLED];
  if (pathname === "/installation/repositories") return listFor(by);
  if (pathname.includes("/matching-refs/")) return [200, []];
  const updated_at = new Date(Date.now() - 5 * MINUTE).toISOString();
  return [200, [{ number: 7, state: "open", labels: [{ name: "loop" }], updated_at }]];
}

it("goes on with all others when an installation refuses, and names it without a secret", async () => {
  const account = await anApp(unevenWorld);
  const [jobs, lines]: [Job[], string[]] = [[], []];
  const log = { ...QUIET, warn: (line: string) => void lines.push(line), child: () => QUIET };
  const put = async (job: Job) => {
    jobs.push(job);
    return "taken" as const;
  };
  const end = startPoller(
    {
      app: new BotOctokit({ ...account, log: QUIET as never }),
      account,
      guard: secretGuardOver([CANARY]),
      log: log as never,
      queue: { put },
    },
    60 * MINUTE,
  );
  await expect.poll(() => jobs).toHaveLength(1);
  await end();
  expect(jobs.map(({ key }) => key)).toEqual(["acme/widget#7"]);
  const ours = lines.filter((line) => line.startsWith("nothing was looked for"));
  expect(ours.map((line) => line.split(":")[0])).toEqual([
    "nothing was looked for in installation 1 (fort)",
    "nothing was looked for in installation 2 (moat)",
    "nothing was looked for in installation 4 (odd)",
  ]);
  expect(ours[1]).toContain("IP allow list");
  expect(ours.join("\n")).not.toContain(CANARY);
});

/** A page of a list of so many. */
function pageOf<T>({ searchParams }: URL, most: number, one: (index: number) => T): readonly T[] {
  const [size, page] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
  return Array.from({ length: Math.max(0, Math.min(size, most - (page - 1) * size)) }, (_, index) => one((page - 1) * size + index));
}

it.each([
  { installations: 1, repositories: 999, suspended: null, says: [] },
  {
    installations: 1,
    repositories: 1_050,
    suspended: null,
    says: ["the first 1000 repositories of installation 1 (acme) are looked at, and no more"],
  },
  {
    installations: 1_050,
    repositories: 0,
    suspended: "2026-01-01T00:00:00Z",
    says: ["the first 1000 installations are looked at, and no more"],
  },
])("says what it leaves out: $installations installations, $repositories repositories each", async (given) => {
  const account = await anApp((url) => {
    if (url.pathname.endsWith("/access_tokens")) return token(1);
    if (url.pathname === "/app/installations")
      return [
        200,
        pageOf(url, given.installations, (index) => ({ id: index + 1, account: { login: "acme" }, suspended_at: given.suspended })),
      ];
    return [200, { repositories: pageOf(url, given.repositories, (index) => repository(index + 1, "acme")) }];
  });
  const lines: string[] = [];
  const found = await listInstalledRepositories(
    new PollerOctokit({ ...account, log: QUIET }),
    QUIET as never,
    (line) => void lines.push(line),
  );
  expect(found.length).toBe(Math.min(1_000, given.repositories * given.installations));
  expect(lines).toEqual(given.says);
});
