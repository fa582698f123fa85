import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Contest } from "../contest.ts";
import { readKept, withContest, writeKept } from "./kept.ts";
import { measuredOf } from "./measured.ts";

const CONTEST: Contest = {
  name: "agent",
  what: "w",
  figures: [{ name: "cold start (10)", unit: "ms", targets: [] }],
  takesPeers: true,
  play: async () => ({}),
};

function aFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-kept-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  writeFileSync(join(folder, "kept.yaml"), text);
  return join(folder, "kept.yaml");
}

it("writes the contests that were played, and leaves the others as they were", async () => {
  const file = aFile("start:\n  bot: 3.5\nagent:\n  gone: 2\n");
  const plays = (time: number) => [{ "cold start (10)": time }];
  const measured = measuredOf(
    CONTEST,
    new Map([
      ["ours", plays(200)],
      ["floor", plays(30)],
    ]),
  );
  await writeKept(file, withContest(await readKept(file), "agent", measured));
  const written = "agent:\n  cold start (10): 6.67\nstart:\n  bot: 3.5\n";
  expect(readFileSync(file, "utf8").replaceAll(/^# .*\n/gm, "")).toBe(written);
  expect(await readKept(file)).toEqual({ agent: { "cold start (10)": 6.67 }, start: { bot: 3.5 } });
});

it("takes an empty table, and refuses one that is none", async () => {
  expect(await readKept(aFile("# nothing yet\n"))).toEqual({});
  await expect(readKept(aFile("agent: 3\n"))).rejects.toThrow("expected record");
});
