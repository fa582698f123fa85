/** Plays a story on the loopback GitHub, with every part real. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type HubOutcome, playOnHub } from "../../demo/hub/outcome.ts";
import { readStory, type Story } from "../../demo/story.ts";

/** Milliseconds that a story may take: patience, never a measure. */
export const TIME = 900_000;

/** The outcome of the story, whose folder goes with the test. */
export async function played(of: Story | string, zeroServer = false): Promise<HubOutcome> {
  const story = typeof of === "string" ? await readStory(of) : of;
  const folder = await mkdtemp(join(tmpdir(), "loopwright-hub-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return playOnHub({ story, zeroServer, folder, env: process.env, onEvents: () => undefined, canary: false });
}
