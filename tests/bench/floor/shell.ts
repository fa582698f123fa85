/** The floor runs a program and holds the beginning and the end of what it prints, and no more. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Characters of the beginning, and as many of the end. */
const HALF = 15_000;

/** The text, or its beginning and its end. */
export function clipped(text: string): string {
  if (text.length <= 2 * HALF) return text;
  return `${text.slice(0, HALF)}\n… ${text.length - 2 * HALF} characters left out …\n${text.slice(-HALF)}`;
}

/** Runs a program to its end. Gives what it printed, clipped, with its exit code where that is not 0. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [head, tail, length] = ["", "", 0];
  const hear = (chunk: string): void => {
    length += chunk.length;
    const room = HALF - head.length;
    head += chunk.slice(0, room);
    tail = `${tail}${chunk.slice(room)}`.slice(-HALF);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
  const [code] = await once(child, "close");
  const gap = length > 2 * HALF ? `\n… ${length - 2 * HALF} characters left out …\n` : "";
  return `${head}${gap}${tail}${code === 0 ? "" : `\n[exit ${code}]`}`;
}
