/** Every line of shell in the documents is typed here, is run by a file that is named, or cannot be run, and it is said why. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { MENDED, story, writes } from "../../cli/script.ts";
import { aStage, type Stage } from "../../cli/stage.ts";
import { ROOT } from "../../house/tools.ts";

const Line = z.union([
  z.strictObject({ line: z.string(), says: z.string(), code: z.int().default(0), before: z.string().optional() }),
  z.strictObject({ line: z.string(), elsewhere: z.string() }),
  z.strictObject({ line: z.string(), not: z.string().min(10) }),
]);
const LINES = z.array(Line).parse(parse(readFileSync(join(ROOT, "tests/proofs/docs/lines.yaml"), "utf8")));
const TYPED = LINES.flatMap((one) => ("says" in one ? [one] : []));

/** The lines of all blocks of shell in a text, without what stands behind them; where one works and with which key is no line. */
function shellIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n(.*?)^ *```$/gms)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n")).map((line) => line.replace(/ +# .*$/, "").trim());
  return lines.filter((line) => line !== "" && !/^(?:cd|export) /.test(line));
}

// What CONTRIBUTING.md names are the checks themselves.
it("is all that the documents say, and nothing else", () => {
  const pages = readdirSync(join(ROOT, ".github/docs")).filter((name) => name.endsWith(".md"));
  const documents = ["README.md", ...pages.map((name) => `.github/docs/${name}`)];
  const said = new Set(documents.flatMap((document) => shellIn(readFileSync(join(ROOT, document), "utf8"))));
  expect(LINES.map(({ line }) => line).sort()).toEqual([...said].sort());
  expect(said.size).toBeGreaterThan(45);
});

it("names only files that there are, and that know the command", () => {
  const wrong = LINES.filter((one) => {
    if (!("elsewhere" in one)) return false;
    const [, command = ""] = /^loopwright ([a-z]+)/.exec(one.line) ?? [];
    return !existsSync(join(ROOT, one.elsewhere)) || !readFileSync(join(ROOT, one.elsewhere), "utf8").includes(command);
  });
  expect(wrong).toEqual([]);
});

it("sees a line in a list, and none in a block of something else", () => {
  expect(shellIn("1. a\n\n   ```sh\n   x y   # why\n   ```\n\n```yaml\nz: 1\n```\n\n```sh\ncd here\n\nexport A=b\n```\n")).toEqual(["x y"]);
});

let stage: Stage;
beforeAll(async () => {
  const worker = Array.from({ length: 3 }).flatMap(() => writes(MENDED));
  stage = await aStage({ script: story({ worker, root: [{ reply: { text: "It waits for a timer." } }] }) });
  const { home, folder, gitDir } = stage.repository;
  mkdirSync(join(home, "bin"));
  mkdirSync(join(home, ".config/fish/completions"), { recursive: true });
  const program = (name: string, text: string): void => writeFileSync(join(home, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program("loopwright", `exec "${process.execPath}" "${join(ROOT, "dist/cli.mjs")}" "$@"`);
  program("xdg-open", "exit 0");
  copyFileSync(stage.issue, join(folder, "issue.md"));
  // What the lines leave beside the work must not stand in the way of the next one.
  writeFileSync(join(gitDir, "info/exclude"), "/issue.md\n/*.json\n/*.jsonl\n!/package.json\n.github/workflows/\n");
});
afterAll(() => stage.close());

/** Types a line in the repository; gives all that it printed, and its exit code. */
async function type(line: string): Promise<{ readonly said: string; readonly code: number | undefined }> {
  const { home, folder } = stage.repository;
  const env = {
    PATH: `${join(home, "bin")}:${process.env["PATH"]}`,
    HOME: home,
    TMPDIR: stage.temp,
    ANTHROPIC_API_KEY: "sk-local-1234567890",
    ANTHROPIC_BASE_URL: stage.model.url,
  };
  const options = { cwd: folder, env, extendEnv: false, reject: false, all: true, stdin: "ignore" } as const;
  const { all, exitCode } = await execa("bash", ["-c", line], options);
  return { said: all, code: exitCode };
}

it.each(TYPED)("$line", { timeout: 120_000 }, async ({ line, says, code, before }) => {
  if (before !== undefined) expect(await type(before)).toMatchObject({ code: 0 });
  expect(await type(line)).toEqual({ said: expect.stringMatching(new RegExp(says, "m")), code });
});
