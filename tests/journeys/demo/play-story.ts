/** Plays one story of the lab in a fresh repository below a folder. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Outcome, type Play, play } from "./play.ts";
import { freshRepository } from "./repository.ts";
import type { Story } from "./story.ts";
import { faultsOf } from "./verdict.ts";

/** Folders for one story. Everything that the run leaves behind lies below them. */
export interface Scene {
  readonly repository: string;
  readonly scratch: string;
  readonly home: string;
  readonly temporary: string;
}

/** Sets the scene below `folder`, which must be empty or not exist. */
export async function sceneOf({ config }: Story, folder: string): Promise<Scene> {
  const at = (name: string): string => join(folder, name);
  const scene = { repository: at("repository"), scratch: at("scratch"), home: at("home"), temporary: at("tmp") };
  for (const path of [scene.scratch, scene.home, scene.temporary]) await mkdir(path, { recursive: true });
  await freshRepository(scene.repository, config);
  return scene;
}

/** Plays the story in its scene, after those before it, whose faults are problems of this one. Throws as `play` does. */
export async function playStory(
  story: Story,
  scene: Scene,
  { env, onProgress, canary }: Pick<Play, "env" | "onProgress" | "canary">,
): Promise<Outcome> {
  const { issue, script, people, after } = story;
  const earlier = after === null ? [] : faultsOf(await playStory(after, scene, { env, onProgress, canary }), after.expect);
  const { repository, scratch, home, temporary } = scene;
  const here = { ...env, HOME: home, TMPDIR: temporary };
  const outcome = await play({ repository, scratch, issue, script, people, env: here, onProgress, canary });
  return { ...outcome, problems: [...earlier.map((fault) => `before it, ${after?.name}: ${fault}`), ...outcome.problems] };
}
