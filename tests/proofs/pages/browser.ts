/** A real browser that looks at our pages, where one is on this machine. */
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
// biome-ignore lint/correctness/noUnresolvedImports: it does not follow the types of this package
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

export type { Page };

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const FOLDERS = (process.env["PATH"] ?? "").split(delimiter);
const PROGRAM = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);

/** Why there is no browser, for the title of a test that is skipped; empty where there is one. */
export const NO_BROWSER = PROGRAM === undefined ? " [skipped: no Chromium on this machine]" : "";

/** A browser without a window. Its own sandbox is off: root may not use it, and it sees nothing but our pages. */
function aBrowser(): Promise<Browser> {
  if (PROGRAM === undefined) throw new Error("no Chromium on this machine");
  return chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
}

/** Opens a text as the page of a file, on a phone in one of the two colours. What the page asks for goes to `asked`. */
type Open = (text: string, colours: "light" | "dark", asked?: string[]) => Promise<Page>;

/** A browser for the tests of a file, where there is one on this machine, and a folder for the pages. Both end with them. */
export function phone(): Open {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pages-"));
    if (NO_BROWSER === "") browser = await aBrowser();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await browser?.close();
  });
  return async (text, colorScheme, asked = []) => {
    const file = join(folder, "page.html");
    writeFileSync(file, text);
    // The tests put a program into the page; the page's own policy would not let it in.
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme, bypassCSP: true });
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return page;
  };
}
