/** Who looks after a run that stands still: somebody who sends webhooks again, the bot that looks by itself, and the maintainer, who reads the issue and says what it asks for. */
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { GitHub } from "../../lab/github/github.ts";
import type { Delivery } from "../../lab/github/hooks.ts";
import type { Deeds } from "../demo/hub/deeds.ts";
import type { Scene } from "../demo/hub/scene.ts";
import type { Watch } from "../demo/hub/watch.ts";
import { careFor } from "./care.ts";
import { lettersIn } from "./end.ts";
import type { Power } from "./power.ts";

/** `word`: what a person had to say, and where the run was; `help`: what an installation does by itself. */
export type Help =
  | { readonly kind: "word" | "help" | "approval"; readonly what: string }
  | { readonly kind: "wait" }
  | { readonly kind: "over"; readonly faults: readonly string[] };

export interface Healer {
  /** The bot died: what it was told lately may be lost. */
  readonly botDied: () => void;
  /** Nobody can help a run without a bot. */
  readonly waits: () => boolean;
  /** Does what is due after so many milliseconds without anything new. */
  readonly heal: (events: readonly Event[], still: number) => Promise<Help>;
}

export interface Patient {
  readonly scene: Scene;
  readonly watching: Watch;
  readonly deeds: Deeds;
  readonly issue: number;
  readonly power: Power;
}

/** Webhooks that a bot may have in hand, or waiting, when it dies. */
const IN_HAND = 4;

export function healerOf({ scene, watching, deeds, issue, power }: Patient): Healer {
  const { github } = scene;
  const post = postOf(github);
  let [answered, lookedAt] = ["", ""];
  const say = async (words: string, run: Run | null): Promise<Help> => {
    await deeds.act({ who: "maintainer", say: words }, issue, null);
    return words === "/approve" ? { kind: "approval", what: words } : { kind: "word", what: `${words} at ${run?.stage} (${run?.ending})` };
  };
  /** The bot makes a round at its start, as it does every five minutes. */
  const look = async (): Promise<Help> => {
    const ended = power.down("close");
    if (ended === null) return { kind: "wait" };
    await ended;
    await power.up();
    return { kind: "help", what: "a round of the bot" };
  };
  return {
    botDied: post.botDied,
    waits: () => !power.isUp(),
    async heal(events, still) {
      const sent = await post.sendAgain();
      if (sent > 0) return { kind: "help", what: `${sent} webhooks sent again` };
      const [run, labels, comments] = [replay(events), await watching.labels(), lettersIn(await watching.posts())];
      const sight = [events.length, github.runs.length, comments.length, ...labels].join();
      const care = careFor({ run, labels, comments, still, isAnswered: sight === answered, isLookedAt: sight === lookedAt });
      switch (care.kind) {
        case "say":
          answered = sight;
          return say(care.words, run);
        case "look":
          lookedAt = sight;
          return look();
        default:
          return care;
      }
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
