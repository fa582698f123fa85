/** How often the desk answers in words: a program that signs in as a person may answer each of ours (issue 4: the hop counter). */
import { expect, it } from "vitest";
import type { NewComment } from "#ports/github-comments.ts";
import { atWork, type DeskStage } from "../stage.ts";

const HOUR = 3_600_000;

const answersIn = ({ github }: DeskStage): readonly string[] =>
  [...github.comments.values()].filter(({ key }) => key?.startsWith("reply/")).map(({ body }) => body);

it("answers twenty times an hour, says at the last that it was the last, and gives signs from then on", async () => {
  const stage = await atWork();
  for (let asked = 0; asked < 23; asked++) await stage.says("grace", "/status");
  const letters = answersIn(stage);
  expect(letters).toHaveLength(20);
  expect(letters.filter((text) => text.includes("answer number 20"))).toEqual([letters.at(-1)]);
  expect([...stage.github.reactions].filter((sign) => sign.endsWith(" rocket")).length).toBeGreaterThanOrEqual(23);
});

it("does what it is told, whatever was answered before", async () => {
  const stage = await atWork();
  for (let asked = 0; asked < 21; asked++) await stage.says("grace", "/status");
  await stage.says("grace", "/stop");
  expect(stage.kinds().at(-1)).toBe("stop_requested");
  expect(answersIn(stage)).toHaveLength(20);
});

it("answers again when the hour is over", async () => {
  const stage = await atWork();
  for (let asked = 0; asked < 21; asked++) await stage.says("grace", "/status");
  stage.time.now = Date.now() + 2 * HOUR;
  await stage.says("grace", "/status");
  expect(answersIn(stage)).toHaveLength(21);
});

it("gives the lists time for an answer that somebody else may have given a moment ago, and only then", async () => {
  const stage = await atWork();
  const said: NewComment[] = [];
  const { comment } = stage.github;
  stage.github.comment = (letter) => {
    said.push(letter);
    return comment(letter);
  };
  await stage.says("grace", "/status");
  stage.time.now += 30_000;
  await stage.again();
  expect(said.map(({ pendingSince }) => pendingSince)).toEqual([undefined, stage.time.now - 10_000]);
  expect(answersIn(stage)).toHaveLength(1);
});
