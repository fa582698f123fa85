/** One thing at a time, for what must not happen at once. */

/** Gives a function that runs tasks in the order of its calls, each after the last ended, well or not. It gives what the task gives or throws. */
export function inTurn(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    // Whoever asked for the task hears of its failure; the next one only waits.
    last = mine.catch(() => undefined);
    return mine;
  };
}
