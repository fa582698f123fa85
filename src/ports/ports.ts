/** The ports together: all that a step of the loop may touch. */
import type { Clock } from "./clock.ts";
import type { GitHub } from "./github.ts";
import type { Log } from "./log.ts";
import type { Memories } from "./memory.ts";
import type { Model } from "./model.ts";
import type { Publisher } from "./publisher.ts";
import type { Random } from "./random.ts";
import type { Secrets } from "./secrets.ts";
import type { Web } from "./web.ts";
import type { Workspace } from "./workspace.ts";

export interface Ports {
  readonly model: Model;
  readonly workspace: Workspace;
  readonly publisher: Publisher;
  /** The issue that the run is about; null off GitHub. */
  readonly github: GitHub | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Asked only for hosts that the configuration names. */
  readonly web: Web;
  /** The memories that earlier runs of the repository left. */
  readonly memories: Memories;
}
