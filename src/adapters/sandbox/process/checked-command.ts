/** Refuses a command that no system takes as an argument, with a message instead of a failure later. */
import { Refused } from "#ports/tool-access.ts";

/** Linux takes 131,072 bytes as one argument, the closing zero included. */
const LONGEST = 131_000;

/** The command itself. Throws `Refused` when it is longer than 131,000 bytes or holds a NUL character. */
export function checkedCommand(command: string): string {
  if (command.includes("\0")) throw new Refused("The command holds a NUL character. Take it out.");
  const bytes = Buffer.byteLength(command);
  if (bytes > LONGEST)
    throw new Refused(
      `The command has ${bytes} bytes, at most ${LONGEST} can be run. Write it into a file and run that.`,
    );
  return command;
}
