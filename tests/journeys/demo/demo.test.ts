/** The demo as its users start it: what it prints, and its exit codes. */
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { demo } from "./demo.ts";
import { freshRepository } from "./repository.ts";
import { builtProgram, checkout } from "./root.ts";
import { readStory, storyNames } from "./story.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopwright-demo-test-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly page: string }> {
  const lines: string[] = [];
  const code = await demo(args, { folder, env: process.env, now: () => performance.now(), print: (line) => lines.push(line) });
  return { code, page: lines.join("\n") };
}

/** A stranger's repository, issue and script, below the test's folder. */
async function theirs(name: string): Promise<readonly string[]> {
  const { script, issue } = await readStory("questions");
  await freshRepository(join(folder, name), {});
  await writeFile(join(folder, `${name}.md`), issue);
  await writeFile(join(folder, `${name}.yaml`), stringify(script));
  return ["--repo", name, "--issue", `${name}.md`, "--script", `${name}.yaml`];
}

const SCRIPT = checkout(".github/scripts/demo.mjs");

it("lists every story with its title and its end, where nothing was built", async () => {
  const bare = join(folder, "bare");
  await cp(checkout("tests/journeys/demo/stories"), join(bare, "tests/journeys/demo/stories"), { recursive: true });
  await cp(SCRIPT, join(bare, ".github/scripts/demo.mjs"));
  await symlink(checkout("node_modules"), join(bare, "node_modules"));
  const { stdout: page } = await execa(process.execPath, [join(bare, ".github/scripts/demo.mjs"), "--list"]);
  const lines = page.split("\n");
  expect(lines.map((line) => line.trim().split(" ")[0])).toEqual(await storyNames());
  expect(page).toContain("Three iterations from an issue to a verified branch (threshold_reached)");
});

it.each([
  { args: ["--story", "nonsense"], says: "there is no story nonsense; npm run demo -- --list names them" },
  { args: ["--story", "../journey"], says: "there is no story ../journey" },
  { args: ["--repo", "."], says: "--repo, --issue and --script belong together" },
  { args: ["nonsense"], says: "there is no story nonsense" },
  { args: ["blocked", "questions"], says: "one story is played at a time, not blocked and questions" },
  { args: ["--nonsense"], says: "--nonsense" },
  { args: ["--all", "--local"], says: "--local does not go with it" },
  { args: ["--story", "unverified", "--local"], says: "the story unverified is played on GitHub only" },
  { args: ["--keep"], says: "--keep belongs to --local" },
  { args: ["--zero-server", "--local"], says: "--zero-server is on GitHub, and --local is not: choose one" },
  { args: ["--repo", ".", "--issue", "i", "--script", "s", "--zero-server"], says: "without --story and --zero-server" },
])("ends with 2 for $args", async ({ args, says }) => {
  const { code, page } = await run(...args);
  expect(code).toBe(2);
  expect(page).toContain(says);
});

it.each([
  { how: "with the bot", more: [] },
  { how: "without a server", more: ["--zero-server"] },
])("plays a story on GitHub $how, shows its stages and proves what it says", async ({ more }) => {
  const { code, page } = await run("--story", "halt", ...more);
  expect(page).not.toContain("NOT AS WRITTEN");
  expect(code).toBe(0);
  expect(page).toMatch(/^\[ +\d+\.\d s\] == reviewing: /m);
  const facts = [
    "Ended:      halted, critic_halt",
    "labels: loop, loop:halted",
    "every turn was played; 0 problems",
    "finds nothing",
    "byte for byte",
  ];
  for (const fact of [...facts, "Secrets:    in no comment", "Comments:   file://", "No pull request: halted (critic_halt), no score"])
    expect(page).toContain(fact);
});

it("plays a story on the command line, shows its stages and proves what it says", async () => {
  const { code, page } = await run("--story", "halt", "--local");
  expect(page).not.toContain("NOT AS WRITTEN");
  expect(code).toBe(0);
  expect(page).toMatch(/^\[ +\d+\.\d s\] == reviewing: /m);
  expect(page).toMatch(/^\[ +\d+\.\d s\] Halted, because the review did not accept the plan$/m);
  for (const fact of ["Ended:      halted, critic_halt", "every turn was played; 0 problems", "as they were", "byte for byte"])
    expect(page).toContain(fact);
});

it("judges by --expect, and says what is not as written", async () => {
  const { code, page } = await run("--story", "questions", "--local", "--expect", "threshold_reached");
  expect(code).toBe(1);
  expect(page).toContain("expected threshold_reached, but it is questions");
});

it("says that commands run unsandboxed where they do", async () => {
  const args = await theirs("open");
  await writeFile(join(folder, "open", ".github", "loopwright.yml"), "sandbox: none\n");
  await execa("git", ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", "commit", "-qam", "Open"], {
    cwd: join(folder, "open"),
  });
  expect((await run(...args)).page).toContain("unsandboxed, with your rights on this machine");
});

it("plays a stranger's script in a stranger's repository, and leaves the journal there", async () => {
  const args = await theirs("stranger");
  const first = await run(...args, "--expect", "questions");
  expect(first.page).not.toContain("NOT AS WRITTEN");
  expect(first.code).toBe(0);
  expect(first.page).toContain(join("stranger", ".git", "loopwright", "tables-are-broken"));
  const { stdout } = await execa("git", ["status", "--porcelain"], { cwd: join(folder, "stranger") });
  expect(stdout).toBe("");
});

it("gives the command line's own exit code for a stranger's script without --expect", async () => {
  const args = await theirs("silent");
  expect((await run(...args)).code).toBe(1);
});

it("refuses a stranger's repository that is dirty, as the command line does", async () => {
  const args = await theirs("dirty");
  await writeFile(join(folder, "dirty", "README.md"), "changed");
  const { code, page } = await run(...args);
  expect(code).toBe(2);
  expect(page).toContain("the worktree has changes that are not committed: README.md");
});

it("is built as one file that runs from any folder", async () => {
  const { stdout } = await execa(process.execPath, [builtProgram("demo.mjs"), "--story", "questions", "--local"], { cwd: tmpdir() });
  expect(stdout).toContain("Ended:      needs_info, questions");
});
