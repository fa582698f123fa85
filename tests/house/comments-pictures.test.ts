/** The page that shows the comments shows those that are written today. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { playedScenes } from "../proofs/pages/scenes.ts";
import { commentsPage, PICTURES, pictureOf, withPictures } from "./comments-page.ts";
import { ROOT } from "./tools.ts";

const HOW = "the texts changed since the pictures were made: run npm run pictures";

it("shows every kind of comment as it is written now, in pictures of at most 150 KB", async () => {
  const scenes = await playedScenes();
  expect(readFileSync(join(ROOT, ".github/docs/comments.md"), "utf8"), HOW).toBe(commentsPage(scenes));
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(readme, HOW).toBe(withPictures(readme, scenes));
  const files = readdirSync(join(ROOT, PICTURES)).sort();
  expect(files, HOW).toEqual(scenes.map(pictureOf).sort());
  for (const file of files) expect(statSync(join(ROOT, PICTURES, file)).size, file).toBeLessThan(150_000);
});
