/** Our pages in a real browser: readable for everybody, on a phone, by day and by night, by keyboard, and without a network. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { describe, expect, it } from "vitest";
import type { PatchVerdict } from "#core/backtest/fix-result.ts";
import type { BacktestRow } from "#core/backtest/summary.ts";
import { eventsOfHistory } from "#core/outcome/history-jsonl.ts";
import { backtestHtml } from "#text/backtest/backtest-html.ts";
import { html } from "#text/html/html.ts";
import { htmlPage } from "#text/html/html-page.ts";
import { reportHtml } from "#text/report/report-html.ts";
import { begun } from "../../builders/journal.ts";
import { NO_BROWSER, type Page, phone } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const iso = (ms: number): string => new Date(ms).toISOString();
const PATCH = `diff --git a/src/a.js b/src/a.js\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-${"old ".repeat(80)}\n+new\n`;

/** The page of a story's run, as its journal was kept. */
function storyReport(name: string): string {
  const lines = readFileSync(`tests/journeys/stories/journals/${name}.jsonl`, "utf8").trim().split("\n");
  const { events } = eventsOfHistory(lines.map((line) => JSON.parse(line)));
  const run = begun(events);
  return reportHtml({ events, run: { ...run, progress: { ...run.progress, patch: PATCH } }, broken: "line 99 is torn" }, iso);
}

const accepted: PatchVerdict = { kind: "accepted" };
const refused: PatchVerdict = { kind: "refused", reasons: [`a.x.y: ${"long ".repeat(60)}`] };
const ROWS: readonly BacktestRow[] = [
  {
    commit: "a".repeat(40),
    parent: "b".repeat(40),
    subject: "fix: a thing",
    result: {
      ...{ kind: "judged", red: 1, excused: [], ms: 10 },
      variants: { fix: refused, nothing: accepted, tests: refused, deleted: refused, emptied: refused, half: refused, broken: refused },
    },
  },
];

const PAGES: readonly (readonly [string, () => string])[] = [
  ...["journey", "redirect", "qa-issues", "atom-failed"].map((name) => [`the report of ${name}`, () => storyReport(name)] as const),
  ["a backtest", () => backtestHtml("a/repository", ROWS, true)],
];

const opened = phone();

/** What axe finds that keeps people out, all folds open. */
async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true");
  await page.addScriptTag({ content: AXE });
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}

const widthOf = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth");

describe.skipIf(NO_BROWSER !== "")(`pages in a browser${NO_BROWSER}`, () => {
  for (const colours of ["light", "dark"] as const)
    it.each(PAGES)(`${colours}: nobody is kept out of %s, and it is no wider than a phone`, async (_, text) => {
      const asked: string[] = [];
      const page = await opened(text(), colours, asked);
      expect(await widthOf(page)).toBe(390);
      expect(await barriers(page)).toEqual([]);
      expect(await widthOf(page)).toBe(390);
      expect(asked).toHaveLength(1);
      await page.close();
    });

  it("a fold opens by the keyboard alone", async () => {
    const page = await opened(storyReport("journey"), "light");
    for (let tabs = 0; tabs < 3; tabs += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate("document.activeElement.tagName === 'SUMMARY'")) break;
    }
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.parentElement.open")).toBe(true);
    await page.close();
  });

  it("sees a barrier, and a page that is too wide, where there is one", async () => {
    const bad = html`<p style="color:#ccc;background:#fff">pale</p><img src="data:,"><div style="width:900px">wide</div>`;
    const page = await opened(htmlPage("A page", bad), "light");
    expect((await barriers(page)).map((found) => found.split(":")[0])).toEqual(expect.arrayContaining(["color-contrast", "image-alt"]));
    expect(await widthOf(page)).toBeGreaterThan(390);
    await page.close();
  });
});
