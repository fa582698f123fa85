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

/** Bytes of a block: parts may be of one byte each, and an object for each of them would take a hundred. */
const BLOCK = 16 * 1024;

/** Holds a body of at most `kept` bytes, and nothing of a larger one. `add`: false where the budget has no more. */
export function heldBody(kept: number, budget: ByteBudget) {
  const blocks: Buffer[] = [];
  let [received, held, free] = [0, 0, 0];
  const release = (): void => {
    budget.giveBack(held);
    blocks.length = 0;
    held = 0;
    free = 0;
  };
  const hold = (block: Buffer): boolean => {
    if (!budget.take(block.length)) return false;
    held += block.length;
    blocks.push(block);
    return true;
  };
  /** Fills the last block, and begins another one for what is left. */
  const fill = (part: Buffer): boolean => {
    const last = blocks.at(-1);
    const fits = last === undefined ? 0 : part.copy(last, last.length - free);
    free -= fits;
    const rest = part.subarray(fits);
    if (rest.length === 0) return true;
    // What fills blocks is held as it came.
    if (rest.length >= BLOCK) return hold(rest);
    free = BLOCK - rest.length;
    const block = Buffer.alloc(BLOCK);
    rest.copy(block);
    return hold(block);
  };
  return {
    received: () => received,
    bytes: () => (received > kept ? null : joined(blocks).subarray(0, received)),
    release,
    add: (part: Buffer): boolean => {
      received += part.length;
      if (received <= kept) return received === part.length ? hold(part) : fill(part);
      release();
      return true;
    },
  };
}

/** Most bodies come in one part, and need no copy. */
function joined(blocks: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0), ...rest] = blocks;
  return rest.length === 0 ? first : Buffer.concat(blocks);
}
