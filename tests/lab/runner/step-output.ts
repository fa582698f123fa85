/** Follows the lines of one step: commands are obeyed or refused, everything is logged with its secrets hidden. */
import { type Space, write } from "./space.ts";
import { commandIn, type StdoutCommand } from "./stdout-command.ts";

export interface StepOutput {
  readonly line: (line: string) => void;
  /** Whether the step used a command that fails it. */
  readonly refused: () => boolean;
}

/** GitHub has withdrawn them in favour of files, or warns that it will; here they fail the step. */
const REFUSED: Readonly<Record<string, string>> = {
  "set-output": "GITHUB_OUTPUT",
  "save-state": "GITHUB_STATE",
  "set-env": "GITHUB_ENV",
  "add-path": "GITHUB_PATH",
};

const SHOWN = new Set(["error", "warning", "notice", "group", "endgroup"]);

/** Debug lines are shown where the secret or variable ACTIONS_STEP_DEBUG is `true`, as on GitHub. */
export function stepOutput(space: Space): StepOutput {
  let stopped: string | null = null;
  let refused = false;
  const line = (text: string): void => {
    const command = commandIn(text);
    if (stopped !== null && command?.name === stopped.toLowerCase()) stopped = null;
    else if (stopped === null && command?.name === "stop-commands") stopped = command.data;
    else if (stopped === null && command !== null) {
      refused ||= command.name in REFUSED;
      obey(text, command, space);
      return;
    }
    write(space, text);
  };
  return { line, refused: () => refused };
}

function obey(line: string, { name, data }: StdoutCommand, space: Space): void {
  if (name in REFUSED) write(space, `##[error]The command ::${name}:: is refused; write to the file $${REFUSED[name]}`);
  else if (name === "add-mask") mask(data, space);
  else if (SHOWN.has(name)) write(space, `##[${name}]${data}`);
  else if (name !== "debug") write(space, line);
  else if (debugging(space)) write(space, `##[debug]${data}`);
}

function mask(value: string, space: Space): void {
  space.masks.add(value);
  write(space, value.trim() === "" ? "##[warning]Can't add secret mask for empty string in ##[add-mask] command." : "::add-mask::***");
}

/** True where the repository wants to see debug lines. */
export function debugging({ attempt: { machine } }: Pick<Space, "attempt">): boolean {
  return machine.secrets["ACTIONS_STEP_DEBUG"] === "true" || machine.vars["ACTIONS_STEP_DEBUG"] === "true";
}
