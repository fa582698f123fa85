/** Holds the bytes of a body until its signature is known, within a budget that all bodies share. */

/** A number of bytes that many share. `take`: false where there are not so many left. */
export interface ByteBudget {
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

/** A budget of so many bytes. */
export function byteBudgetOf(bytes: number): ByteBudget {
  let left = bytes;
  return {
    take: (wanted) => {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
    giveBack: (taken) => {
      left += taken;
    },
  };
}

/** Holds a body of at most `kept` bytes, and nothing of a larger one. `add`: false where the budget has no more. */
export function heldBody(kept: number, budget: ByteBudget) {
  const parts: Buffer[] = [];
  let [received, held] = [0, 0];
  const release = (): void => {
    budget.giveBack(held);
    held = 0;
  };
  return {
    received: () => received,
    bytes: () => (received > kept ? null : joined(parts)),
    release,
    add: (part: Buffer): boolean => {
      received += part.length;
      if (received > kept) {
        parts.length = 0;
        release();
        return true;
      }
      if (!budget.take(part.length)) return false;
      held += part.length;
      parts.push(part);
      return true;
    },
  };
}

/** Most bodies come in one part, and need no copy. */
function joined(parts: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0), ...rest] = parts;
  return rest.length === 0 ? first : Buffer.concat(parts);
}
