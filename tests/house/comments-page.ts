/** The page that shows every kind of comment as a picture. */
import type { PlayedScene } from "../proofs/pages/scenes.ts";

/** Where the pictures lie, from the root. */
export const PICTURES = ".github/docs/pictures";

/** The name of a scene's picture. It holds the mark of the text, so that an old picture is found out. */
export function pictureOf({ name, mark }: Pick<PlayedScene, "name" | "mark">): string {
  return `${name}-${mark}.png`;
}

const HEAD = `# What it writes

Every kind of comment, drawn as wide as a phone. The texts are those of stories of the demo, with a scripted model; \`npm run pictures\` draws them in headless Chromium. GitHub draws them in its own style.

Each says first what a maintainer must know: a plan in at most 120 words, a pull request in at most 150. The rest is folded. A run of a few rounds notifies three times beside its pull request: the plan, the status when it first appears, the result. Everything else is an edit.
`;

/** The page, from its scenes. */
export function commentsPage(scenes: readonly PlayedScene[]): string {
  const parts = scenes.map((scene) => {
    const title = scene.name.replaceAll("-", " ");
    return `## ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n${scene.says}\n\n![${title}](pictures/${pictureOf(scene)})\n`;
  });
  return [HEAD, ...parts].join("\n");
}

/** A text that shows some of the pictures, with their names of today. */
export function withPictures(text: string, scenes: readonly PlayedScene[]): string {
  return scenes.reduce((now, scene) => now.replaceAll(new RegExp(`\\b${scene.name}-[0-9a-f]{8}\\.png`, "g"), pictureOf(scene)), text);
}
