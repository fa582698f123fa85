/** J4 bites: what of ours stands on GitHub and in no journal is noticed; answers to people's words need none. */
import { expect, it } from "vitest";
import { journeyWith } from "./crash.ts";
import { untold } from "./visible-laws.ts";

const COMMENTS = "/repos/acme/widget/issues/1/comments";
const DISPATCHES = "/repos/acme/widget/actions/workflows/loopwright.yml/dispatches";

/** A journey that went well, and what the law says of a request that we send after it. */
async function afterJourney() {
  const { world, told } = await journeyWith([]);
  const { github } = world;
  const send = async (what: string, body: object, as = github.app()): Promise<readonly string[]> => {
    const [method = "", path = ""] = what.split(" ");
    const answer = await github.fetchFor(as)(`https://api.github.example${path}`, { method, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return untold(world, { what }, told);
  };
  return { github, send, told };
}

it("notices a comment without a mark, and one whose key no journal announced", async () => {
  const { github, send, told } = await afterJourney();
  const [plan] = github.commentsOn(1);
  const [run] = told.values();
  const key = /loopwright:(\S+) -->$/.exec(plan?.body ?? "")?.[1];
  const says = (mark: string) => send(`POST ${COMMENTS}`, { body: `Done.${mark}` });
  expect(await says(`\n\n<!-- loopwright:${key} -->`)).toEqual([]);
  expect(await says("")).toEqual([expect.stringContaining("J4: a comment of ours bears no mark")]);
  for (const other of [`${key}1`, `${run?.runId}/result/1`, "reply/100001/1", "reply/label/7", "denied/1"])
    expect(await says(`\n\n<!-- loopwright:${other} -->`), other).toEqual([expect.stringContaining(`announced the comment ${other}`)]);
  expect(await send(`PATCH /repos/acme/widget/issues/comments/${plan?.id}`, { body: "Mine." })).toHaveLength(1);
  expect(await send(`POST ${COMMENTS}`, { body: "A person needs no mark." }, github.person("wim"))).toEqual([]);
});

it("knows an answer by the words that it answers", async () => {
  const { github, send } = await afterJourney();
  const id = github.comment(1, "wim", "/loop resume");
  const at = github.commentsOn(1).find((one) => one.id === id)?.createdAt ?? 0;
  const second = at - (at % 1000);
  const says = (key: string) => send(`POST ${COMMENTS}`, { body: `No.\n\n<!-- loopwright:${key} -->` });
  expect(await says(`reply/${id}/${second}`)).toEqual([]);
  expect(await says(`reply/${id}/${second - 1000}`)).toHaveLength(1);
  expect(await says(`denied/${github.person("rob").id}`)).toEqual([]);
  github.unlabel(1, "ada", "loop");
  expect(await says(`reply/label/${second}`)).toEqual([]);
});

it("notices a workflow run that no journal announced", async () => {
  const { github, send } = await afterJourney();
  const [before] = github.runs();
  const order = (run_id: string) => send(`POST ${DISPATCHES}`, { ref: "main", inputs: { ...before?.inputs, run_id } });
  expect(await order(before?.inputs["run_id"] ?? "")).toEqual([]);
  expect(await order("another")).toEqual([expect.stringContaining("J4: no journal announced the workflow run for another")]);
});
