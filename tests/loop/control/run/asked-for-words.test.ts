/** Commands that ask for words alone, misspelt ones, and those that only count by their whole name. */
import { expect, it } from "vitest";
import { deskStage, planned } from "../stage.ts";

it.each<{ body: string; reply: string; reaction: string }>([
  { body: "/loop status", reply: "**Waiting for approval**", reaction: "502 rocket" },
  { body: "/loop help", reply: "| `/loop approve` | write access |", reaction: "502 rocket" },
  { body: "/loop aprove", reply: "There is no command <code>aprove</code>; did you mean `/loop approve`?", reaction: "502 confused" },
  { body: "/status please", reply: "/status takes no arguments.", reaction: "502 confused" },
])("answers $body to whoever may triage, once", async ({ body, reply, reaction }) => {
  const stage = await planned();
  const before = stage.kinds();
  await stage.says("tria", body);
  await stage.again();
  expect(stage.reply()).toContain(reply);
  expect([stage.github.comments.size, [...stage.github.reactions].at(-1), stage.kinds()]).toEqual([3, reaction, before]);
});

it.each(["/loop status", "/loop help", "/loop @octo/team", "/status please"])("has no words for a stranger who says %s", async (body) => {
  const stage = await planned();
  const { size } = stage.github.comments;
  await stage.says("ray", body);
  expect([stage.github.comments.size - size, [...stage.github.reactions].at(-1)]).toEqual([1, "502 confused"]);
});

it("mentions nobody whose name stands behind /loop", async () => {
  const stage = await planned();
  await stage.says("tria", "/loop @octo/team");
  expect(stage.reply()).toContain("<code>@<!-- -->octo/team</code>");
});

it.each<{ body: string; reply: string }>([
  { body: "/loop status", reply: "this issue has no active run" },
  { body: "/loop approve", reply: "this issue has no active run" },
  { body: "/loop help", reply: "| command | who | what |" },
])("answers $body where nothing runs", async ({ body, reply }) => {
  const stage = deskStage();
  await stage.says("grace", body);
  expect(stage.reply()).toContain(reply);
});

it("hears named commands only where bare ones do not count", async () => {
  const stage = await planned({ files: { ".github/loopwright.yml": "commands:\n  bare: false\n" } });
  await stage.says("grace", "/approve");
  expect([stage.run().stage, stage.reply()]).toEqual(["awaiting_approval", ""]);
  await stage.says("grace", "/loop approve");
  expect(stage.run().stage).toBe("running");
});
