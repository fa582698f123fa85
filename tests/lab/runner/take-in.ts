/** Takes in what a step wrote into the runner's files. */
import type { CommandFiles, FileCommand } from "./file-commands.ts";
import { pairsOf } from "./file-commands.ts";
import type { Desk } from "./phase.ts";
import { type Space, write } from "./space.ts";

/** No step may set it for later ones: it would run code in every Node action. */
const BLOCKED = "NODE_OPTIONS";

/** Bytes of a step's summary (F32). */
const LONGEST_SUMMARY = 1_048_576;

/** False when one of the files could not be read: the step has failed. */
export async function takeIn(files: CommandFiles, { space, outputs, state }: Desk): Promise<boolean> {
  const readable = [
    await pairsInto(outputs, "GITHUB_OUTPUT", files, space),
    await pairsInto(state, "GITHUB_STATE", files, space),
    await pairsInto(space.env, "GITHUB_ENV", files, space),
  ];
  for (const line of (await files.read("GITHUB_PATH")).split("\n")) if (line !== "") prepend(line, space);
  summarize(await files.read("GITHUB_STEP_SUMMARY"), space);
  return readable.every(Boolean);
}

async function pairsInto(target: Map<string, string>, command: FileCommand, files: CommandFiles, space: Space): Promise<boolean> {
  try {
    for (const [name, value] of pairsOf(await files.read(command))) {
      if (command === "GITHUB_ENV" && name.toUpperCase() === BLOCKED)
        write(space, `##[error]Can't store ${name} output parameter using '$GITHUB_ENV' command.`);
      else target.set(name, value);
    }
    return true;
  } catch (error) {
    write(space, `##[error]Unable to process file command '${command}' successfully.`);
    write(space, `##[error]${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function prepend(folder: string, { path }: Space): void {
  const before = path.indexOf(folder);
  if (before !== -1) path.splice(before, 1);
  path.push(folder);
}

function summarize(markdown: string, space: Space): void {
  if (markdown === "") return;
  if (Buffer.byteLength(markdown) > LONGEST_SUMMARY)
    write(space, "##[error]$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k");
  else space.attempt.summaries.push({ job: space.id, markdown: space.masks.hide(markdown) });
}
