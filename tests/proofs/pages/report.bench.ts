/** How long the report of a hundred iterations takes to open: from its address until it is loaded and drawn, in a real browser. */
import { bench, describe } from "vitest";
import { longReport } from "../../builders/long-run.ts";
import { NO_BROWSER, phone } from "./browser.ts";

const opened = phone();
const PAGE = longReport();

describe.skipIf(NO_BROWSER !== "")(`the report of a hundred iterations, ${PAGE.length} bytes${NO_BROWSER}`, () => {
  bench(
    "opens",
    async () => {
      const page = await opened(PAGE, "light");
      // Two frames later it is drawn.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      await page.close();
    },
    { iterations: 10, time: 0 },
  );
});
