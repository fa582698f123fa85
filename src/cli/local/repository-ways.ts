/** Says how the repository around the terminal would be set up and tested on this machine. Nothing of it is run. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { blobsInTree } from "#adapters/git/objects/blobs-in-tree.ts";
import { textInTree } from "#adapters/git/objects/text-in-tree.ts";
import { sandboxMachineOf } from "#adapters/sandbox/inside/toolchains.ts";
import { configAtHead } from "#cli/here/settings-now.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import { programsIn } from "#core/detection/command-line.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { candidatesIn } from "#loop/work/detected.ts";
import { type DoctorFinding, finding, repositoryPage } from "#text/terminal/doctor-page.ts";
import { homeOf } from "./home.ts";

/** True where a program is in a folder of the PATH that commands of a run get. */
function isThere(program: string, path: string): boolean {
  return path.split(":").some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The programs that a way needs and that are not on this machine; what its own setup brings is not looked for. */
function missingFor({ setup, checks }: DetectedCommands, path: string): readonly string[] {
  const programs = [...setup, checks.test ?? ""].flatMap(programsIn);
  return [...new Set(programs)].filter((program) => !isThere(program, path));
}

function findingsOf(way: DetectedCommands, index: number, path: string): readonly DoctorFinding[] {
  const name = `way ${index + 1}`;
  const missing = missingFor(way, path);
  const lines = way.reasons.map(({ run, why }) => finding(name, null, `${run} (${why})`));
  const works = way.checks.test !== null && missing.length === 0;
  const says = way.checks.test === null ? "nothing tests it" : `not on this machine: ${missing.join(", ")}`;
  const cure = `install what is missing, or say in ${CONFIG_FILE} what sets it up (setup) and tests it (checks.test)`;
  const end = works ? finding(name, true, "its programs are here") : finding(name, false, says, cure);
  return [...lines, end];
}

/**
 * The ways of the repository at HEAD under its configuration, the likeliest first, each with the reason of each command
 * and whether its programs are here. Throws `Misuse` where there is no repository, or its configuration is wrong.
 */
async function repositoryWays(terminal: Terminal): Promise<readonly DoctorFinding[]> {
  const home = await homeOf(terminal);
  const config = await configAtHead(home.repository, terminal.env);
  const { gitDir, tree } = home.repository;
  const reading = {
    paths: async () => [...(await blobsInTree(gitDir, tree)).keys()],
    textAt: (at: string, file: string) => textInTree(gitDir, at, file),
  };
  const { path } = sandboxMachineOf(terminal.env, process.execPath);
  return (await candidatesIn(reading, tree, config)).flatMap((way, index) => findingsOf(way, index, path));
}

/** Prints them. Exit code 0 when the programs of some way are here. Throws `Misuse` as said above. */
export async function examineRepository(args: Arguments, terminal: Terminal): Promise<number> {
  const findings = await repositoryWays(terminal);
  const works = findings.some(({ holds }) => holds);
  terminal.print(args.has("json") ? JSON.stringify({ works, findings }, null, 2) : repositoryPage(findings, works));
  return works ? DONE : NOT_REACHED;
}
