/** Plays one story of the lab in a fresh repository below a folder. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Outcome, type Play, play } from "./play.ts";
import { freshRepository } from "./repository.ts";
import type { Story } from "./story.ts";

/** Folders for one story. Everything that the run leaves behind lies below them. */
export interface Scene {
  readonly repository: string;
  readonly scratch: string;
  readonly home: string;
  readonly temporary: string;
}

/** Sets the scene below `folder`, which must exist and be empty. */
export async function sceneOf({ config }: Story, folder: string): Promise<Scene> {
  const at = (name: string): string => join(folder, name);
  const scene = { repository: at("repository"), scratch: at("scratch"), home: at("home"), temporary: at("tmp") };
  for (const path of [scene.scratch, scene.home, scene.temporary]) await mkdir(path);
  await freshRepository(scene.repository, config);
  return scene;
}

/** Plays the story in its scene. Throws as `play` does. */
export function playStory(story: Story, scene: Scene, { env, onProgress }: Pick<Play, "env" | "onProgress">): Promise<Outcome> {
  const { issue, script, during = null } = story;
  const { repository, scratch, home, temporary } = scene;
  return play({ repository, scratch, issue, script, during, env: { ...env, HOME: home, TMPDIR: temporary }, onProgress });
}
