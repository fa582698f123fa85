/** A repository that could not be set up is mended on the default branch, and `/loop resume` goes on with the same plan. */
import { expect, it } from "vitest";
import { CONFIG_FILE } from "#core/config/config.ts";
import { atWork } from "../stage.ts";

it("reads the configuration anew, shows the plan with it, and asks for another approval", async () => {
  const stage = await atWork();
  await stage.works({ kind: "setup_done", ok: false, details: "npm ci: exit code 1", ms: 1, sandbox: "none" });
  expect(stage.run()).toMatchObject({ stage: "failed", ending: "setup_failed" });
  stage.files.set(CONFIG_FILE, "setup: 3\n");
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.reply()]).toEqual(["failed", expect.stringContaining("setup")]);
  stage.files.set(CONFIG_FILE, "setup: [make deps]\nchecks: { test: make test }\n");
  await stage.says("grace", "/loop resume");
  expect(stage.kinds().slice(-3)).toEqual(["base_renewed", "approval_requested", "announced"]);
  const { plan, request, stage: at } = stage.run();
  expect([
    at,
    plan?.setup,
    plan?.checks.test,
    plan?.rules.some(({ check }) => check.kind === "tests" && check.run === "make test"),
  ]).toEqual(["awaiting_approval", ["make deps"], "make test", true]);
  expect(stage.letters("plan").at(-1)).toContain(request?.digest);
});
