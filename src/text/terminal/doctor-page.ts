/** What holds on a machine, in a terminal: a line for each thing that was tried. */
import { pageOf, wrapped } from "./layout.ts";

/** One thing that was looked at. `holds`: null = it is told, and nothing depends on it. `cure`: what to do; "" where nothing is to be done. */
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

/** The page: every finding, and whether a run would be sandboxed here. */
export function doctorPage(findings: readonly DoctorFinding[], sandboxed: boolean): string {
  const end = sandboxed
    ? "A run would be sandboxed on this machine."
    : "A run would NOT be sandboxed on this machine: on GitHub it is refused, here its commands have your rights.";
  return pageOf([findings.map(lines).join("\n"), end]);
}
