/** Waiting for something to come true without asking the clock: asked again whenever something happened. */

export interface Bell {
  /** Something happened. */
  ring(): void;
  /** Resolves with what `until` finds; rejects after `milliseconds`. */
  wait<Found>(until: () => Found | null | undefined | false, milliseconds: number): Promise<Found>;
}

/** A bell that nobody waits for yet. */
export function bellOf(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const look of waiting) look();
    },
    wait(until, milliseconds) {
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`lab: waited ${milliseconds} ms in vain for ${until}`));
        }, milliseconds);
        const look = (): void => {
          const found = until();
          if (found === null || found === undefined || found === false) return;
          stop();
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
  };
}
