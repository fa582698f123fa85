/** A real browser that looks at our pages, where one is on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
// biome-ignore lint/correctness/noUnresolvedImports: it does not follow the types of this package
import { type Browser, chromium, type Page } from "playwright-core";

export type { Browser, Page };

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
export function aBrowser(): Promise<Browser> {
  if (PROGRAM === undefined) throw new Error("no Chromium on this machine");
  return chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
}

/** A phone's page in one of the two colours. What it asks for beside itself goes to `asked`. */
export async function phonePage(browser: Browser, colorScheme: "light" | "dark", asked: string[]): Promise<Page> {
  // The tests put a program into the page; the page's own policy would not let it in.
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme, bypassCSP: true });
  page.on("request", (request) => asked.push(request.url()));
  return page;
}
