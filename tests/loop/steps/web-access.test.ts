/** What the configuration says of the web reaches the roles, and nothing else does. */
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { workRole } from "#loop/work/ask-role.ts";
import type { PageRequest } from "#ports/web.ts";
import { aRun } from "../../builders/run.ts";
import { mapHands } from "../../fakes/map-hands.ts";
import { calls, says, scriptedModel } from "../../fakes/scripted-model.ts";
import { deskWorld } from "../control/world.ts";

it.each([
  { fetch: [], asked: [] },
  { fetch: ["docs.example"], asked: [["https://docs.example/a", ["docs.example"]]] },
])("lets the worker read the hosts $fetch of the configuration and no other [S3.25, C3.09]", async ({ fetch, asked }) => {
  const visits: (readonly [string, PageRequest["hosts"]])[] = [];
  const model = scriptedModel({ worker: [calls(["fetch", { url: "https://docs.example/a" }]), says("Done.")] });
  const web = {
    get: async (url: string, { hosts }: PageRequest) => {
      visits.push([url, hosts]);
      return { status: 200, text: "hello" };
    },
  };
  const run = aRun({ config: Config.parse({ fetch }) });
  const goal = {
    role: "worker" as const,
    goal: "Look.",
    toolAccess: mapHands(),
    surroundings: "",
    beforeTool: async () => ({ kind: "go" as const }),
  };
  const done = await workRole(run, { ...deskWorld({}).kit, model, web }, goal);
  expect(visits).toEqual(asked);
  expect(done.calls.map(({ failed }) => failed)).toEqual([fetch.length === 0]);
});
