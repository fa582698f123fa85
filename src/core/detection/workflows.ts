/** Reads what a repository's CI runs: the best source there is for how it is tested. */
import * as z from "zod";
import { type CiCommand, inFolders, lineOf } from "./ci-command.ts";
import { kindOf, namingTests } from "./command-kind.ts";
import { chainOf } from "./command-line.ts";
import { found, type RepositoryFiles, type Way, wayOf } from "./way.ts";

const Step = z.object({
  run: z.string().optional().catch(undefined),
  "working-directory": z.string().optional().catch(undefined),
});

/** As much of a workflow as is read: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax */
const Workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(Step.catch({})).default([]) }).catch({ steps: [] })),
});

/** The commands of one job in their order. */
export interface CiJob {
  readonly path: string;
  readonly commands: readonly CiCommand[];
}

/** Workflows whose name says that they test come first; a job that publishes or deploys is not looked at. */
const LIKELY = /(?:test|ci|build|check|main|node|python|go|rust)/i;
const ELSEWHERE = /(?:release|publish|deploy|docs?|pages|stale|label|lock|codeql|bench|nightly|fuzz|size|coverage)/i;

/** The workflows that may test, by their paths. */
export function likeliestFirst(workflows: readonly string[]): readonly string[] {
  const paths = workflows.filter((path) => !ELSEWHERE.test(nameOf(path))).sort();
  return [...paths.filter((path) => LIKELY.test(nameOf(path))), ...paths.filter((path) => !LIKELY.test(nameOf(path)))];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The jobs of all workflows that may test, the likeliest first. What is no workflow is passed over. */
export function ciJobs(files: RepositoryFiles): readonly CiJob[] {
  return likeliestFirst([...files.workflows.keys()]).flatMap((path) => {
    const parsed = Workflow.safeParse(files.workflows.get(path));
    if (!parsed.success) return [];
    return Object.entries(parsed.data.jobs)
      .filter(([name]) => !ELSEWHERE.test(name))
      .map(([, { steps }]) => ({ path, commands: steps.flatMap(commandsOf) }));
  });
}

const commandsOf = (step: z.infer<typeof Step>): readonly CiCommand[] =>
  inFolders(chainOf(step.run ?? ""), step["working-directory"] ?? "");

/** Programs that other tables know better: for them CI says only which script or target is meant. */
const ELSEWHERE_KNOWN = new Set(
  (
    "npm yarn pnpm bun npx node pip pip3 python python3 pytest py.test tox uv poetry pdm go cargo mvn mvnw gradle " +
    "gradlew bundle rake rspec composer dotnet mix deno"
  ).split(" "),
);

/** Programs that prepare a machine, or say nothing of the code. */
const UNFIT = new Set(
  "apt apt-get brew choco curl wget docker git echo export cd if for while set source sudo".split(" "),
);

/** Variables that only CI has, and what may fail. */
const NEEDS_CI = /\$[{A-Z]|\|\|/;

/** As many ways of CI are told: its jobs often say the same in other words. */
const MOST = 2;

/** The first word of a command, without its path. */
const programOf = (command: string): string => command.replace(/\s[\s\S]*/, "").replace(/^.*\//, "");

/** The ways in which CI tests without a manager that the other tables know: what it builds, then what it tests. */
export function ciWays({ paths }: Pick<RepositoryFiles, "paths">, jobs: readonly CiJob[]): readonly Way[] {
  const ways = jobs.flatMap(({ path, commands }) => {
    const kinds = commands.filter(isOurs).map((command) => ({ ...command, kind: kindOf(command.run) }));
    const last = kinds.findLastIndex(({ kind }) => kind === "test" || kind === "script");
    if (last === -1) return [];
    const wanted = kinds.slice(0, last + 1).filter(({ kind }) => ["build", "test", "script"].includes(kind));
    const named = wanted.map(({ run, kind, folder }) => ({ folder, run: kind === "test" ? namingTests(run) : run }));
    return [wayOf("CI", { test: found(lineOf(named, paths), `${path} runs it`) })];
  });
  return ways.slice(0, MOST);
}

/** True for a command that runs as it stands, and that no other table knows better. */
function isOurs({ run, folder }: CiCommand): boolean {
  const program = programOf(run);
  const leaves = folder === "" && run.includes("..");
  return !UNFIT.has(program) && !ELSEWHERE_KNOWN.has(program) && !NEEDS_CI.test(run) && !leaves;
}
