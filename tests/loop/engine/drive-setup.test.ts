/** The setup of a run that is driven: what it asked for and did not get, and a machine on which it fails. */
import { expect, it } from "vitest";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { errorLines } from "#text/sections/error-lines.ts";
import { bench, script } from "../bench.ts";

it("says in the status what setup asked for and did not get: the host and the command, each once, as words [NET-14]", async () => {
  const made = await bench(script());
  const blocked = [
    { command: "npm ci", host: "evil.example:443" },
    { command: "pip install .", host: "POST pypi.org" },
  ];
  await made.go();
  await made.consent();
  const workspace = { ...made.kit.workspace, setup: () => Promise.resolve({ ok: true, failed: null, blocked, sandbox: "none" as const }) };
  await drive(made.journal, EVERYWHERE, { ...made.kit, workspace });
  const run = await made.run();
  expect(run.setup?.details).toBe(
    "not reached, asked for by npm ci: evil.example:443\nnot reached, asked for by pip install .: POST pypi.org",
  );
  const told = errorLines(run);
  expect(told).toContain("Setup asked for more than it may: not reached, asked for by npm ci: evil.example:443");
});

it("judges nothing on a machine where setup fails, though it went well before", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const steps = { name: "bench", performs: ["consume" as const, "setup" as const] };
  await drive(made.journal, steps, made.kit);
  const failed = {
    command: "npm ci",
    result: { exitCode: 1, stdout: "", stderr: "offline", omitted: 0, killed: null, ms: 1, folder: "/workspace" },
  };
  const workspace = { ...made.kit.workspace, setup: () => Promise.resolve({ ok: false, failed, blocked: [], sandbox: "none" as const }) };
  expect(await drive(made.journal, EVERYWHERE, { ...made.kit, workspace })).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await made.run()).errorState?.message).toContain("setup fails on this machine: npm ci");
  expect(made.kinds()).not.toContain("base_scored");
});
