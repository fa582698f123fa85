/** Reads the issue of a local run: a Markdown file, or the words of the command line. */
import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parsePlanFile } from "#agent/specs/plan-file.ts";
import { withGivenPlan } from "#core/plan/given-plan.ts";
import { Issue } from "#core/plan/issue.ts";
import { Misuse, orMisuse } from "./exit.ts";

/** The most UTF-16 units of an issue on GitHub. */
const LONGEST = 65_536;

/** Reads an issue. A word that names a file is read as one; anything else is the text itself. Throws `Misuse`. */
export async function readIssue(words: readonly string[], folder: string, author: string): Promise<Issue> {
  const [first] = words;
  if (first === undefined)
    throw new Misuse("what should be done? Give a Markdown file or the text: loopwright new <issue.md or text>");
  const file = words.length === 1 ? await fileAt(resolve(folder, first)) : null;
  if (file === null && words.length === 1 && /^\S+[.](md|markdown|txt)$/i.test(first))
    throw new Misuse(`there is no file ${first}`);
  const text = (file ?? words.join(" ")).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const where = file === null ? "the issue" : basename(first);
  if (text.trim() === "")
    throw new Misuse(`${where} is empty: write what should change, and how one would see that it did`);
  if (text.length > LONGEST)
    throw new Misuse(
      `${where} has ${text.length} characters, more than the ${LONGEST} of a GitHub issue; ` +
        `shorten it, or link to the long part`,
    );
  return Issue.parse({ number: null, author, ...parted(text) });
}

/** The issue with the plan in a file behind its body. Throws `Misuse` that names every wrong line of the plan. */
export async function withPlanFile(issue: Issue, path: string, folder: string): Promise<Issue> {
  const text = await fileAt(resolve(folder, path));
  if (text === null) throw new Misuse(`--plan: there is no file ${path}`);
  orMisuse(() => parsePlanFile(path, text));
  const body = withGivenPlan(issue.body, text.replaceAll("\r\n", "\n"));
  if (body.length > LONGEST)
    throw new Misuse(`the issue with the plan has ${body.length} characters, and at most ${LONGEST} are read`);
  return { ...issue, body };
}

async function fileAt(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null); // a name that cannot be looked up is no file: then it is text
  if (found?.isDirectory())
    throw new Misuse(`${path} is a folder; give a Markdown file, or the text in more than one word`);
  return found?.isFile() ? readFile(path, "utf8") : null;
}

/** The first line with something in it is the title, without its heading mark; the rest is the body. */
function parted(text: string): Pick<Issue, "title" | "body"> {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.trim() !== "");
  const title = (lines[at] ?? "").replace(/^#+\s*/, "").trim();
  return {
    title: (title === "" ? "Untitled" : title).slice(0, 300),
    body: lines
      .slice(at + 1)
      .join("\n")
      .trim(),
  };
}
