/** The branch of the work, which moves with the journal on a ref: in its place already, gone, refused, or somewhere else. */
import { afterAll, expect, it } from "vitest";
import { aGitHubForAll } from "../../../lab/github/stage.ts";
import { kept } from "../../contracts/journal-events.ts";
import { refStages, writer } from "./ref-stage.ts";

const github = await aGitHubForAll();
const aStage = refStages(github);

afterAll(() => expect([github.violations, github.failures]).toEqual([[], []]));

it("a branch that is already where a kept iteration puts it is no conflict, whatever its name", async () => {
  const stage = await aStage();
  const [a, b] = stage.commits;
  const branch = "loop/1-ü#%25&x";
  await stage.open().append([kept(null, a, branch)], 0);
  await stage.api.rest.git.updateRef({ owner: "acme", repo: "widget", ref: `heads/${branch}`, sha: b });
  expect(await stage.open().append([kept(a, b, branch)], 1)).toBe("appended");
  expect(await stage.branch(branch)).toBe(b);
});

it("tells that the branch is gone, moves nothing, and makes it anew only where somebody who resumes the run says so", async () => {
  const stage = await aStage();
  const [a, b] = stage.commits;
  const branch = "loop/gone";
  const journal = stage.open();
  await journal.append([kept(null, a, branch)], 0);
  await stage.api.rest.git.deleteRef({ owner: "acme", repo: "widget", ref: `heads/${branch}` });
  expect(await journal.append([kept(a, b, branch)], 1)).toEqual({
    reason: "branch_gone",
    why: `the branch ${branch} is gone; it was at ${a}`,
  });
  expect([await stage.branch(branch), await journal.length()]).toEqual([null, 1]);
  expect(await journal.append([{ kind: "resumed", at: 1, by: "ana", restores: { branch, commit: a } }], 1)).toBe("appended");
  expect(await stage.branch(branch)).toBe(a);
});

it("says in GitHub's words what it refuses, and nothing moves", async () => {
  const stage = await aStage();
  const [a, b] = stage.commits;
  const journal = stage.open();
  await journal.append([kept(null, b, "loop/words")], 0);
  const head = await stage.at(stage.state);
  for (const [event, words] of [
    [kept(b, a, "loop/words"), "it is not a fast-forward"] as const,
    [kept(b, "1".repeat(40), "loop/words"), "there is no commit"] as const,
  ])
    expect(await journal.append([event], 1)).toEqual({
      reason: "push_refused",
      why: expect.stringMatching(new RegExp(`${words}.*What to do: nothing has moved`)),
    });
  expect([await stage.at(stage.state), await stage.at(stage.current), await stage.branch("loop/words")]).toEqual([head, head, b]);
});

it("holds by comparing: without beforeOid the same transaction would move a branch that stands elsewhere", async () => {
  const stage = await aStage();
  const [a, b, c] = stage.commits;
  await stage.setBranch("loop/compared", b);
  const careless = writer(github, (input, init) =>
    fetch(input, { ...init, body: init?.body?.toString().replaceAll(/"beforeOid":"[0-9a-f]{40}",/g, "") ?? null }),
  );
  expect(await stage.open().append([kept(a, c, "loop/compared")], 0)).toBe("conflict");
  expect([await stage.at(stage.state), await stage.at(stage.current), await stage.branch("loop/compared")]).toEqual([null, null, b]);
  expect(await stage.openWith(careless).append([kept(a, c, "loop/compared")], 0)).toBe("appended");
  expect(await stage.branch("loop/compared")).toBe(c);
});
