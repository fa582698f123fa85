/** Finds the file that a page is written to, and opens it in a browser. */
import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

/** The absolute path that `--html` names; null without one. Throws `Misuse` where its folder is not there. */
export async function pageFile(args: Arguments, { folder }: Terminal): Promise<string | null> {
  const given = args.value("html");
  if (given === undefined) return null;
  const file = resolve(folder, given);
  const place = await stat(dirname(file)).catch(() => null); // a folder that cannot be looked up is not there
  if (!place?.isDirectory()) throw new Misuse(`--html: there is no folder ${dirname(file)}; make it first`);
  return file;
}

/** The program of each system that opens a file as a person would; all others have freedesktop's. */
const OPENERS: Readonly<Record<string, readonly string[]>> = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] };

/** Opens a page in the person's browser, and does not wait for it. False where no program does that. */
export function openPage(file: string, { env }: Terminal): Promise<boolean> {
  const [program = "xdg-open", ...rest] = OPENERS[process.platform] ?? [];
  return new Promise((settle) => {
    const child = spawn(program, [...rest, file], { detached: true, stdio: "ignore", env });
    child.once("error", () => settle(false));
    child.once("spawn", () => {
      child.unref();
      settle(true);
    });
  });
}
