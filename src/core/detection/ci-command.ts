/** A command of CI, in the folder to which the commands before it went. */

/** `folder`: from the root of the repository, empty for the root itself. */
export interface CiCommand {
  readonly run: string;
  readonly folder: string;
}

const GOES = /^(?:cd|pushd) +["']?([\w./-]+)["']?$/;
const MOVES = /^(?:cd|pushd|popd)(?: |$)/;

/** The commands of one shell, each with its folder. What follows a move that cannot be read is left out. */
export function inFolders(commands: readonly string[], start: string): readonly CiCommand[] {
  let folder = folderAt("", start);
  return commands.flatMap((run) => {
    if (folder === null) return [];
    if (!MOVES.test(run)) return [{ run, folder }];
    const [, to = null] = GOES.exec(run) ?? [];
    folder = to === null ? null : folderAt(folder, to);
    return [];
  });
}

/** The folder that a path means there; null for one outside the repository. */
function folderAt(folder: string, path: string): string | null {
  if (path.startsWith("/") || path.includes("$")) return null;
  const steps = folder === "" ? [] : folder.split("/");
  for (const step of path.split("/").filter((one) => one !== "" && one !== ".")) {
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join("/");
}

/** One line for a shell at the root: commands of the same folder together. A folder that is not there is made. */
export function lineOf(commands: readonly CiCommand[], paths: readonly string[]): string {
  const groups: { readonly folder: string; readonly runs: string[] }[] = [];
  for (const { run, folder } of commands) {
    const last = groups.at(-1);
    if (last?.folder === folder) last.runs.push(run);
    else groups.push({ folder, runs: [run] });
  }
  return groups.map(({ folder, runs }) => groupOf(folder, runs.join(" && "), paths)).join(" && ");
}

function groupOf(folder: string, run: string, paths: readonly string[]): string {
  if (folder === "") return run;
  const isThere = paths.some((path) => path.startsWith(`${folder}/`));
  return `(${isThere ? "" : `mkdir -p ${folder} && `}cd ${folder} && ${run})`;
}
