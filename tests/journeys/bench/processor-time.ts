/** How long some work takes, whatever else the machine is doing. */

/** Milliseconds of the processor that the work took: others who work on the machine are not counted. Throws what the work throws. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
