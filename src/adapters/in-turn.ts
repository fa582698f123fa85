/** Runs tasks one after the other that must not run at once. */

/**
 * Returns a function that runs tasks in the order of its calls: each starts after the one before has ended, well or
 * not. The function resolves or rejects as its task does.
 */
export function inTurn(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    // The caller of the task gets its failure; the next task only waits.
    last = mine.catch(() => undefined);
    return mine;
  };
}
