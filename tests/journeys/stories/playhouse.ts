/** Where the tests of stories play: a temporary folder each, removed afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "../demo/play.ts";
import { playStory, type Scene, sceneOf } from "../demo/play-story.ts";
import type { Story } from "../demo/story.ts";

/** A story that was played, and where. */
export interface Played {
  readonly story: Story;
  readonly outcome: Outcome;
  readonly scene: Scene;
}

export interface Playhouse {
  /** Plays a story; `change` may change its repository before anything runs. */
  readonly play: (story: Story, change?: (scene: Scene) => Promise<void>) => Promise<Played>;
  /** Removes all that was played. */
  readonly close: () => Promise<void>;
}

/** Opens a playhouse. The stories played in it do not see each other. */
export async function playhouse(): Promise<Playhouse> {
  const root = await mkdtemp(join(tmpdir(), "loopwright-stories-"));
  return {
    play: async (story, change = async () => undefined) => {
      const scene = await sceneOf(story, await mkdtemp(join(root, `${story.name}-`)));
      await change(scene);
      const outcome = await playStory(story, scene, { env: process.env, onProgress: () => undefined, canary: false });
      return { story, outcome, scene };
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}
