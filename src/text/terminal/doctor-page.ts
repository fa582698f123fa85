/** Writes the terminal page of `loopwright doctor`: a line for each thing that it checked on this machine. */
import { pageOf, wrapped } from "./layout.ts";

/**
 * One checked thing. `holds`: null = for information only, nothing depends on it. `cure`: the advice; "" where there is
 * nothing to do.
 */
export interface DoctorFinding {
  readonly name: string;
  readonly holds: boolean | null;
  readonly says: string;
  readonly cure: string;
}

/** Columns of a name. */
const NAME = 22;

const MARKS = { true: "ok  ", false: "NO  ", null: "    " } as const;

function lines({ name, holds, says, cure: advice }: DoctorFinding): string {
  const found = wrapped(`${MARKS[`${holds}`]} ${name.padEnd(NAME)} `, says);
  return advice === "" ? found : `${found}\n${wrapped(`     ${" ".repeat(NAME)} `, `What to do: ${advice}`)}`;
}

/** A finding; `cure` is kept only where something is to be done. Pure. */
export function finding(name: string, holds: boolean | null, says: string, cure = ""): DoctorFinding {
  return { name, holds, says, cure: holds === true ? "" : cure };
}

function findingsPage(findings: readonly DoctorFinding[], end: string): string {
  return pageOf([findings.map(lines).join("\n"), end]);
}

/** The page of a repository: its ways, in the order in which they would be tried. */
export function repositoryPage(findings: readonly DoctorFinding[], works: boolean): string {
  const end = works
    ? "The first way that works when it is tried before the plan is shown is taken."
    : "No way to test this repository has its programs on this machine.";
  return findingsPage(findings, end);
}

/** The page of a repository on GitHub: what is there, and what is missing. */
export function setupPage(findings: readonly DoctorFinding[], isSetUp: boolean): string {
  const end = isSetUp ? "Nothing that could be seen is missing." : "Something is missing: a run would end there.";
  return findingsPage(findings, end);
}

/** The page: every finding, and whether a run would be sandboxed here. */
export function doctorPage(findings: readonly DoctorFinding[], sandboxed: boolean): string {
  const end = sandboxed
    ? "A run would be sandboxed on this machine."
    : "A run would NOT be sandboxed on this machine: on GitHub it is refused, here its commands have your rights.";
  return findingsPage(findings, end);
}
