/** What `loopwright doctor` says of this machine, and of one that forbids it. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { aStage, type Stage } from "../stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
});
afterAll(() => stage.close());

it.skipIf(NO_WALLS !== "")(`finds every wall in its place, and tells no key${NO_WALLS}`, async () => {
  const { code, out, err } = await stage.runWith({ env: { ANTHROPIC_API_KEY: "sk-canary-doctor-1" } }, "doctor");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const name of [
    "Node",
    "git",
    "bubblewrap",
    "wall: network",
    "wall: pid namespace",
    "wall: system calls",
    "wall: kernel files",
    "wall: mounts",
    "wall: working folders",
    "wall: open files",
    "wall: environment",
    "wall: terminal",
    "wall: keyrings",
    "limit: disk",
    "setup's network",
  ])
    expect(out).toMatch(new RegExp(`^ok +${name} `, "m"));
  expect(out).toMatch(/wall: kernel files +holds; tried: \d{3,} files below \/proc and \/sys, opened for writing/);
  const user = process.geteuid?.() === 0 ? /^ +user +ROOT: whoever gets through a wall has/ : /^ok +user +not root$/m;
  expect(out).toMatch(user);
  expect(out).toMatch(/ANTHROPIC_API_KEY +is set\n/);
  expect(out).toMatch(/models +best claude-opus-5-5, balanced/);
  expect(out).not.toContain("canary");
  expect(out).not.toMatch(/^NO /m);
  expect(out).toContain("A run would be sandboxed on this machine.");
});

it("says what is missing where bubblewrap may not do its work, with the cure, and fails", async () => {
  const bin = join(stage.repository.home, "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  writeFileSync(join(bin, "git"), "#!/bin/sh\necho git version 2.30.1\n");
  writeFileSync(join(bin, "bwrap"), "#!/bin/sh\necho bwrap: setting up uid map: Permission denied >&2; exit 1\n");
  for (const name of ["git", "bwrap"]) chmodSync(join(bin, name), 0o755);
  const { code, out } = await stage.runWith(
    { env: { PATH: `${bin}:/usr/bin:/bin`, ANTHROPIC_API_KEY: undefined, OPENAI_API_KEY: "k" } },
    "doctor",
    "--json",
  );
  const { sandboxed, findings } = JSON.parse(out);
  expect([code, sandboxed]).toEqual([1, false]);
  expect(findings).toContainEqual({
    name: "models",
    holds: true,
    says: "best gpt-5.2, balanced gpt-5.1, fast gpt-5-mini, unless the configuration says otherwise",
    cure: "",
  });
  expect(findings).toContainEqual({ name: "git", holds: false, says: "2.30.1", cure: "install git 2.38 or later" });
  const sandbox = findings.find(({ name }: { name: string }) => name === "sandbox");
  expect(sandbox).toMatchObject({
    holds: false,
    says: expect.stringContaining("Permission denied"),
    cure: expect.stringContaining("AppArmor"),
  });
});

it("says how the repository would be set up and tested, why, and what is missing for it", async () => {
  const here = await stage.runWith({}, "doctor", "--repo");
  expect(here).toMatchObject({ code: 0, err: "" });
  expect(here.out).toMatch(/^ +way 1 +\S.*\(.*\)$/m);
  expect(here.out).toMatch(/^ok +way 1 +its programs are here$/m);
  const poor = await aStage({ files: { "a.c": "int a;\n", "meson.build": "", ".github/loopwright.yml": "setup: ['no-such-tool x']\n" } });
  const { code, out } = await poor.runWith({}, "doctor", "--repo", "--json");
  await poor.close();
  const { works, findings } = JSON.parse(out);
  expect([code, works]).toEqual([1, false]);
  expect(findings).toContainEqual(expect.objectContaining({ says: "no-such-tool x (.github/loopwright.yml names it)" }));
  expect(findings).toContainEqual(
    expect.objectContaining({ holds: false, says: expect.stringContaining("no-such-tool"), cure: expect.stringContaining("checks.test") }),
  );
  expect(await stage.runWith({ cwd: "/" }, "doctor", "--repo")).toMatchObject({ code: 2, err: expect.stringContaining("git init") });
});
