/**
 * `npm run canary`: plays all stories with a model that says the secrets which are there in whatever it writes, each time in another way.
 * None may be found in anything that leaves. `--part 2/3`: every third story, from the second on. With `--unredacted` some are played in a
 * copy of the house whose redactor is blind: there they must be found in every kind of place, so that we know that somebody looks.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Fault } from "../../claims/claim.ts";
import { copyOf, rebuilt } from "../../claims/sabotage.ts";
import { shareOf } from "../bench/share.ts";
import { storyNames } from "../demo/story.ts";

/** Without these nothing is a secret to anybody who writes. */
const BLIND: readonly Fault[] = [
  {
    file: "src/core/analysis/secrets/own-secrets.ts",
    find: "if (known.length === 0) return [];",
    replace: "if (known.length >= 0) return [];",
  },
  {
    file: "src/core/analysis/secrets/redact.ts",
    find: "hide: (text) => withoutTokens(without(text, find), HIDDEN),",
    replace: "hide: (text) => text,",
  },
];

/** One on the command line, and two on GitHub: with a question to the desk, and with a review. */
const SOME = "journey,redirect,review";

/** Where a canary must be found then. What a runner logs and tells is masked by the runner as well, so nothing is said of that. */
const PLACES: Readonly<Record<string, RegExp>> = {
  "a prompt": /^a prompt of the /,
  "a comment": /^Comment/,
  "the pull request": /^Pull request/,
  "a request to GitHub": /^the request (?:POST|PATCH) /,
  "an object of the repository": /^an object of the repository/,
  "an artifact": /^the artifact /,
  "a journal of this machine": /history\.jsonl$/,
};

/** Plays stories in this house or a copy; gives the exit code and what was printed. */
async function stories(root: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const child = spawn(process.execPath, [join(root, "dist/demo.mjs"), "--all", "--canary", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    process.stdout.write(text);
  });
  await once(child, "close");
  return { code: child.exitCode ?? 1, said };
}

async function plant(root: string, { file, find, replace }: Fault): Promise<void> {
  const text = await readFile(join(root, file), "utf8");
  if (text.split(find).length !== 2)
    throw new Error(`${file} holds ${JSON.stringify(find)} not once: the redactor cannot be blinded there`);
  await writeFile(
    join(root, file),
    text.replace(find, () => replace),
  );
}

/** True when canaries were found in every kind of place. */
async function unredacted(): Promise<boolean> {
  const copy = await copyOf(process.cwd());
  try {
    for (const fault of BLIND) await plant(copy, fault);
    await rebuilt(copy);
    const { said } = await stories(copy, "--only", SOME);
    const found = [...said.matchAll(/was found in (.+)$/gm)].map(([, place = ""]) => place);
    const missing = Object.entries(PLACES).flatMap(([name, pattern]) => (found.some((place) => pattern.test(place)) ? [] : [name]));
    process.stdout.write(
      `without a redactor canaries were found in ${found.length} places; not found in: ${missing.join(", ") || "nothing that must hold one"}\n`,
    );
    return missing.length === 0;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { unredacted: { type: "boolean", default: false }, part: { type: "string", default: "1/1" } },
});
const isWell = values.unredacted
  ? await unredacted()
  : (await stories(process.cwd(), "--only", shareOf(await storyNames(), values.part).join(","))).code === 0;
process.exitCode = isWell ? 0 : 1;
