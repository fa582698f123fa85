/** The desk of an issue as a bot has it now, for what it does by itself. */
import { webhookOriginOf } from "#hub/webhook-origin.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { deskFor, type Surroundings } from "../simulator/stations.ts";
import type { Story } from "./story.ts";

/** Lives on beside the work: for a minute, or for as many milliseconds as it may take. */
export async function atDesk<T>(
  told: Story,
  issue: number,
  work: (desk: ControlContext, surroundings: Surroundings) => Promise<T>,
  ms = 60_000,
): Promise<T> {
  const { world } = told;
  const { node_id: repositoryId } = webhookOriginOf(world.github.deliveries[0]?.payload ?? {}).repository;
  const subject = { owner: "acme", repo: "widget", repositoryId, defaultBranch: "main", issue };
  const surroundings = world.born("looker", world.github.app());
  const working = work(deskFor(subject, false, surroundings), surroundings);
  await told.pass(ms);
  return working;
}
