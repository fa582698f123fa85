/** What stays on a terminal of what the command line writes, and that files and CI get every line. */
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { screenOn } from "#cli/terminal/screen.ts";

/** A terminal of so many columns, or a pipe; `shown` is what a person sees on it in the end. */
function streamOf(columns: number | null): { readonly stream: NodeJS.WriteStream; readonly written: () => string } {
  let text = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  // A terminal of this process cannot be had in a test, and of its many functions two are called.
  const stream = Object.assign(sink, columns === null ? {} : { isTTY: true, columns }) as unknown as NodeJS.WriteStream;
  return { stream, written: () => text };
}

/** Lines as they stand after the cursor was moved to a line's first column, and lines were cleared. */
function shownOf(text: string): readonly string[] {
  return text.split("\n").map((line) => line.split("\u001B[2K").at(-1)?.replaceAll("\u001B[1G", "") ?? "");
}

function written(columns: number | null, env: Readonly<Record<string, string>>): string {
  const { stream, written: text } = streamOf(columns);
  const { note, passing, print, end } = screenOn(stream, stream, env);
  note("begun");
  passing("step 1");
  passing("a step 2 that is longer than the terminal is wide");
  note("iteration 1");
  passing("step 3");
  print("result");
  passing("step 4");
  end();
  end();
  return text();
}

it("shows on a terminal what stays, and one line of what passes at a time", () => {
  const text = written(20, { TERM: "xterm" });
  expect(shownOf(text)).toEqual(["begun", "iteration 1", "result", ""]);
  // Never as wide as the terminal: it would wrap.
  expect(text).toContain("a step 2 that is lo\u001B");
});

it.each([
  { where: "in a file or a pipe", columns: null, env: {} },
  { where: "in CI", columns: 80, env: { CI: "true" } },
  { where: "on a terminal without a cursor", columns: 80, env: { TERM: "dumb" } },
])("writes every line whole $where", ({ columns, env }) => {
  expect(written(columns, env).split("\n")).toEqual([
    ...["begun", "step 1", "a step 2 that is longer than the terminal is wide", "iteration 1", "step 3", "result", "step 4", ""],
  ]);
});
