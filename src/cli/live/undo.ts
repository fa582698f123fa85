/** Keeps how each thing that was made is removed, and removes all of it in the end, whatever happened before. */
import { messageOf } from "#core/values/message-of.ts";
import type { Removal } from "./scratch.ts";

/** Removals of one call. */
export interface UndoStack {
  readonly push: (what: string, remove: Removal) => void;
  /**
   * Removes all, the last first, each once; one that fails does not keep the others from being removed. Returns what
   * could not be removed, with the reason. Never throws.
   */
  readonly unwind: () => Promise<readonly string[]>;
}

/** An empty one. */
export function undoStack(): UndoStack {
  const stack: { readonly what: string; readonly remove: Removal }[] = [];
  return {
    push: (what, remove) => void stack.push({ what, remove }),
    async unwind() {
      const left: string[] = [];
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        try {
          await top.remove();
        } catch (error) {
          left.push(`${top.what}: ${messageOf(error)}`);
        }
      }
      return left;
    },
  };
}
