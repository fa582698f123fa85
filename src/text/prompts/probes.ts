/** Tells an agent whether it may run commands of its own where it plans or judges, and what becomes of what they do. */

/** `commands`: how many it may run; 0 where there is no sandbox. */
export function probesNote(commands: number): string {
  if (commands === 0)
    return (
      "You have no exec here: there is no sandbox, so no command can be run. Go by the results that you are given " +
      "and by what you read."
    );
  return (
    `You have exec here, for up to ${commands} commands. Each runs in a sandbox of its own on a fresh copy of the ` +
    "files, without network and without secrets. Nothing that it writes is kept, not even for your next command, " +
    "and your other tools do not see it: write a probe and run it in one command. Run what proves what you are " +
    "about to say."
  );
}
