/** Another App that repeats what strangers write: its comments are not ours, whatever mark they bear (W6). */
import { expect, it } from "vitest";
import { ACTIONS_LOGIN, isApp, writersBeside, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { withMark } from "#adapters/github/issue/comment-mark.ts";
import { commentReader } from "#adapters/github/issue/comment-now.ts";
import { countOwnComments, createComment } from "#adapters/github/issue/comments.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { as, asApp } from "../../../builders/lab-clients.ts";
import { AT, aGitHub } from "../../../lab/github/stage.ts";

const SHOWS = "a".repeat(64);
const OTHER = writersNamed(["other[bot]", ACTIONS_LOGIN]);
const OURS = writersNamed(["loopwright[bot]", ACTIONS_LOGIN]);

it("knows our App and the jobs of the workflow, and neither another App nor a person of the name [AUTH-28]", () => {
  const writer = (login: string, type = "Bot") => ({ id: 5, login, type });
  expect([writer("loopwright[bot]"), writer(ACTIONS_LOGIN)].map(OURS)).toEqual([true, true]);
  expect([writer("other[bot]"), writer("loopwright[bot]", "User"), writer("ada", "User")].map(OURS)).toEqual([false, false, false]);
});

it("knows in a job the App that ordered it, and every App where another job did", () => {
  const [ours, other] = ["loopwright[bot]", "other[bot]"].map((login) => ({ id: 5, login, type: "Bot" }));
  const told = (starters: readonly string[]) => [ours, other].map((one) => one !== undefined && writersBeside(starters)(one));
  expect([told([]), told(["loopwright[bot]"]), told([ACTIONS_LOGIN])]).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

it("neither believes a plan that another App shows, nor counts, nor takes over what it wrote", async () => {
  const github = await aGitHub();
  const { data: issue } = await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  const app = await asApp(github);
  const marked = withMark({ key: "plan/1", body: "The plan.", shows: SHOWS });
  const at = { ...AT, issue: issue.number };
  const { data: echoed } = await app.rest.issues.createComment({ ...AT, issue_number: issue.number, body: marked });
  expect(echoed.user !== null && isApp(echoed.user)).toBe(true);
  const looks = [OURS, OTHER].map(async (isOurs) => {
    const options = { ...at, isOurs };
    return [
      await commentReader(app, options).shownBy(echoed.id),
      await countOwnComments(app, options, { prefix: "plan/", since: 0, on: undefined }),
    ];
  });
  // The lab's App is ours to the first, and another one to the second.
  expect(await Promise.all(looks)).toEqual([
    [SHOWS, 1],
    [null, 0],
  ]);
  const sending = { ...at, isOurs: OTHER, clock: systemClock, isFirstTry: () => false, onShown: () => undefined };
  const made = await createComment(app, sending, { key: "plan/1", body: "Ours.", since: 0 });
  expect(made).not.toBe(String(echoed.id));
});
