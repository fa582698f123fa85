/** Work that is shared by processes like this one: each plays its share and tells its tally as JSON on its standard output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type * as z from "zod";

/** One of several shares, counted from 0. */
export interface Share {
  readonly of: number;
  readonly all: number;
}

/** As an option of a command line says it (`0/2`). */
export function shareOf(option: string): Share {
  const [of = 0, all = 1] = option.split("/").map(Number);
  return { of, all };
}

/** Starts this very program once for each share with these options, and gives all tallies. Throws where one of them gave none. */
export function sharedOut<T>(all: number, options: readonly string[], tally: z.ZodType<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: all }, (_, of) => elsewhere({ of, all }, options, tally)));
}

/** Whoever plays makes much that is thrown away at once: a large nursery (in megabytes) saves a tenth of the time. */
export const ROOMY = ["--max-semi-space-size=64"];

async function elsewhere<T>({ of, all }: Share, options: readonly string[], tally: z.ZodType<T>): Promise<T> {
  const [, program = ""] = process.argv;
  const args = [program, ...options, "--share", `${of}/${all}`];
  const child = spawn(process.execPath, [...ROOMY, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  return tally.parse(JSON.parse(said));
}
