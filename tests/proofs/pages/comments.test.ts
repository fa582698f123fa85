/**
 * Comments in a real browser, as wide as a phone: nothing but what is folded is wider, and Mermaid's own parser reads every diagram.
 * With LOOPWRIGHT_PICTURES=write the pictures of .github/docs/comments.md are made anew.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replay } from "#core/run/evolve/evolve.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { commentsPage, PICTURES, pictureOf, withPictures } from "../../house/comments-page.ts";
import { keptEvents } from "../../journeys/stories/kept-journals.ts";
import { NO_BROWSER, type Page, phone } from "./browser.ts";
import { commentPage } from "./comment-page.ts";
import { type PlayedScene, playedScenes } from "./scenes.ts";

const require = createRequire(import.meta.url);
const MERMAID = readFileSync(require.resolve("@mermaid-js/tiny"), "utf8");
/** CSS pixels of a picture's height at most: what is below is cut off. */
const TALLEST = 1100;
const scenes = await playedScenes();

const opened = phone();

/** The page of a comment, with its diagrams drawn by Mermaid. Throws where it cannot read one. */
async function drawn(who: string, markdown: string): Promise<Page> {
  const page = await opened(commentPage(who, markdown), "light");
  await page.addScriptTag({ content: MERMAID });
  await page.evaluate(`(async () => {
    mermaid.initialize({ startOnLoad: false, theme: "default" });
    for (const [index, block] of [...document.querySelectorAll("code.language-mermaid")].entries()) {
      const { svg } = await mermaid.render("diagram" + index, block.textContent);
      block.parentElement.outerHTML = "<div>" + svg + "</div>";
    }
  })()`);
  return page;
}

/** What is wider than its place, outside of folds: on the page, or within itself so that a finger has to move it. */
const wide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll("*")]
    .filter((one) => one.closest("details") === null && one.closest("svg") === null)
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => one.tagName + " " + one.textContent.slice(0, 60))`);

const author = ({ name }: PlayedScene): string => (name === "pull-request" || name === "draft" ? "maintainer" : "loopwright[bot]");

describe.skipIf(NO_BROWSER !== "")(`comments in a browser${NO_BROWSER}`, () => {
  it.each(scenes)("$name is no wider than a phone, and its diagrams are drawn", async (scene) => {
    const page = await drawn(author(scene), scene.markdown);
    expect(await wide(page)).toEqual([]);
    expect(await page.evaluate("document.querySelectorAll('svg').length")).toBe(scene.markdown.split("```mermaid").length - 1);
    await page.close();
  });

  it("Mermaid reads the diagrams of every story", async () => {
    const names = readdirSync("tests/journeys/stories/journals").filter((name) => name.endsWith(".jsonl"));
    const texts = await Promise.all(
      names.map(async (name) => {
        const run = replay(await keptEvents(name.slice(0, -".jsonl".length)));
        return run?.plan == null ? "" : `${planComment(run)}\n${statusComment({ ...run, stage: "running" }, { compare: null })}`;
      }),
    );
    const diagrams = texts.flatMap((text) => [...text.matchAll(/```mermaid\n([\s\S]*?)\n```/g)].map(([, source = ""]) => source));
    const page = await drawn("nobody", "");
    const unread = await page.evaluate(
      `Promise.all(${JSON.stringify(diagrams)}.map((text) => mermaid.parse(text).then(() => "", (error) => String(error)))).then((all) => all.filter(Boolean))`,
    );
    expect(diagrams.length).toBeGreaterThan(50);
    expect(unread).toEqual([]);
    await page.close();
  });

  it("sees what is too wide, and a diagram that cannot be read, where there is one", async () => {
    const page = await drawn(
      "nobody",
      `| a | b |\n| - | - |\n| ${"`x`".repeat(200)} | ${"word ".repeat(40)} |\n\n\`\`\`text\n${"y".repeat(300)}\n\`\`\``,
    );
    expect((await wide(page)).map((found) => found.split(" ")[0])).toEqual(expect.arrayContaining(["PRE"]));
    await page.close();
    await expect(drawn("nobody", "```mermaid\nflowchart TD\n  a[\n```")).rejects.toThrow(/Parse error/);
  });

  // Not skipped but absent: what is skipped counts as a missing proof.
  if (process.env["LOOPWRIGHT_PICTURES"] === "write") it("makes the pictures", makePictures);

  async function makePictures(): Promise<void> {
    rmSync(PICTURES, { recursive: true, force: true });
    mkdirSync(PICTURES, { recursive: true });
    for (const scene of scenes) {
      const page = await drawn(author(scene), scene.markdown);
      const height = Math.min(TALLEST, Math.ceil(await page.evaluate("document.body.getBoundingClientRect().height")));
      await page.screenshot({ path: join(PICTURES, pictureOf(scene)), clip: { x: 0, y: 0, width: 390, height } });
      await page.close();
    }
    writeFileSync(".github/docs/comments.md", commentsPage(scenes));
    writeFileSync("README.md", withPictures(readFileSync("README.md", "utf8"), scenes));
  }
});
