/** The journal on a ref keeps the contract of all journals, over the loopback GitHub. */
import { afterAll, expect, it } from "vitest";
import { aGitHubForAll, REPOSITORY } from "../../../lab/github/stage.ts";
import { JOURNAL_LAWS } from "../../contracts/journal-contract.ts";
import { aRefStage } from "./ref-stage.ts";

const LAWS = JOURNAL_LAWS.map((law, index) => ({ ...law, repo: `law-${index}` }));
const github = await aGitHubForAll({ repositories: LAWS.map(({ repo }) => ({ ...REPOSITORY, name: repo })) });

it.each(LAWS)("a ref: $law", async ({ holds, repo }) => holds(await aRefStage(github, { owner: "acme", repo, issue: 1, runId: "x-1" })));

afterAll(() => expect([github.violations, github.failures]).toEqual([[], []]));
