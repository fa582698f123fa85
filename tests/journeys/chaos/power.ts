/** The bot is ended and started by one hand at a time: by whoever kills it, and by whoever has its round made at once. */
import type { Bot } from "../demo/hub/bot.ts";

export interface Power {
  readonly isUp: () => boolean;
  /** Ends the bot; null where it is down already. */
  readonly down: (how: "kill" | "close") => Promise<void> | null;
  /** Starts it again, and waits until it answers. */
  readonly up: () => Promise<void>;
}

/** Over a scene's bot; a scene without one is a bug. */
export function powerOf(bot: Bot | null): Power {
  if (bot === null) throw new Error("bug: there is no bot to be killed");
  let isUp = true;
  return {
    isUp: () => isUp,
    down(how) {
      if (!isUp) return null;
      isUp = false;
      return bot[how]();
    },
    async up() {
      await bot.revive();
      isUp = true;
    },
  };
}
