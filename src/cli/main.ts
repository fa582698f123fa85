#!/usr/bin/env node
/**
 * Starts the command line: reads the machine once, runs one command, and says how it ended. The one catch of the
 * program.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { takeEnvironment } from "#adapters/own-environment.ts";
import { readCommandLine } from "#cli/terminal/arguments.ts";
import { DONE, MISUSED, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import { screenOn } from "#cli/terminal/screen.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import { COMMANDS } from "./commands.ts";

/** Columns of help where no terminal says how many it has. */
const USUAL_COLUMNS = 80;

/** Ctrl-C once stops the run cleanly; twice ends the program, and `resume` goes on from the journal. */
function stopSignal(note: (text: string) => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      note("Stopping: the work so far is kept. Once more ends at once.");
      controller.abort();
    });
  }
  return controller.signal;
}

/**
 * A reader that needs no more (`| head`) closes the pipe; the run goes on, and its journal has all that was printed.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

const { end, ...lines } = screenOn(process.stdout, process.stderr, process.env);

/** Throws as `takeEnvironment`. */
function machine(): Terminal {
  outliveReaders();
  process.on("exit", end);
  return {
    folder: process.cwd(),
    env: takeEnvironment(),
    ...lines,
    elapsed: () => process.uptime() * 1000,
    signal: stopSignal(lines.note),
    hostFile: fileURLToPath(new URL("tool-host.mjs", import.meta.url)),
  };
}

/** The version of the package that the program lies in. */
function versionHere(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return z.looseObject({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function run(given: readonly string[], terminal: Terminal): Promise<number> {
  if (given[0] === "--version" || given[0] === "-V") {
    terminal.print(versionHere());
    return DONE;
  }
  const line = readCommandLine(given, process.stdout.columns ?? USUAL_COLUMNS);
  if (line.kind === "help") {
    terminal.print(line.text);
    return given.length === 0 ? MISUSED : DONE;
  }
  const load = COMMANDS.get(line.name);
  if (load === undefined) throw new Error(`bug: usage.yaml names ${line.name}, and commands.ts has no such command`);
  const command = await load();
  return command(line.args, terminal);
}

async function main(): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2), machine());
  } catch (error) {
    const isOurs = error instanceof Misuse || error instanceof Failure || error instanceof Interrupted;
    const shown = error instanceof Error ? (isOurs ? error.message : (error.stack ?? error.message)) : String(error);
    lines.note(`loopwright: ${shown}`);
    process.exitCode = error instanceof Misuse ? MISUSED : NOT_REACHED;
  }
}

await main();
