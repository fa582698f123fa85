/** Who looks after a run that stands still: somebody who sends webhooks again, and the maintainer, who reads the issue and says what it asks for. */

import type { Event } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import type { Run } from "#core/run.ts";
import type { Deeds } from "../demo/hub/deeds.ts";
import type { Scene } from "../demo/hub/scene.ts";
import type { Watch } from "../demo/hub/watch.ts";
import type { GitHub } from "../github/github.ts";
import type { Delivery } from "../github/hooks.ts";

export interface Healer {
  /** The bot died: what it was told lately may be lost. */
  readonly botDied: () => void;
  readonly botIsBack: () => void;
  /** Nobody can help a run without a bot. */
  readonly waits: () => boolean;
  /** Does what is due now; says what that was, null where there is nothing to do. */
  readonly heal: (events: readonly Event[]) => Promise<string | null>;
}

export interface Patient {
  readonly scene: Scene;
  readonly watching: Watch;
  readonly deeds: Deeds;
  readonly issue: number;
}

/** Webhooks that a bot may have in hand, or waiting, when it dies. */
const IN_HAND = 4;

export function healerOf({ scene, watching, deeds, issue }: Patient): Healer {
  const { github } = scene;
  const post = postOf(github);
  let dead = false;
  const say = async (words: string): Promise<string> => {
    await deeds.act({ who: "maintainer", say: words }, issue, null);
    return words;
  };
  return {
    botDied() {
      dead = true;
      post.botDied();
    },
    botIsBack() {
      dead = false;
    },
    waits: () => dead,
    async heal(events) {
      const sent = await post.sendAgain();
      if (sent > 0) return `${sent} webhooks sent again`;
      const run = replay(events);
      if (run === null) {
        await deeds.label(issue);
        return "labelled";
      }
      if (run.stage === "completed") return null;
      return say(run.stage === "awaiting_approval" && (await isShown(watching, run)) ? "/approve" : "/loop resume");
    },
  };
}

interface Post {
  readonly botDied: () => void;
  /** Gives how many webhooks were sent once more. */
  readonly sendAgain: () => Promise<number>;
}

/** Somebody who looks at the App's page: what was not answered, or was in the hands of a bot that died, is sent again. */
function postOf(github: GitHub): Post {
  const lost = new Set<Delivery>();
  let looked = 0;
  return {
    botDied() {
      for (const delivery of github.deliveries.slice(-IN_HAND)) lost.add(delivery);
    },
    async sendAgain() {
      for (const delivery of github.deliveries.slice(looked)) if (!isAnswered(delivery)) lost.add(delivery);
      looked = github.deliveries.length;
      const again = [...lost];
      lost.clear();
      for (const delivery of again) {
        await github.redeliver(delivery);
        if (!isAnswered(delivery)) lost.add(delivery);
      }
      return again.length;
    },
  };
}

function isAnswered({ statuses }: Delivery): boolean {
  return (statuses.at(-1) ?? 0) === 200;
}

/** Nobody approves what they have not seen. */
async function isShown({ posts }: Watch, { request }: Run): Promise<boolean> {
  return (await posts()).some(({ body }) => request !== null && body.includes(request.digest));
}
