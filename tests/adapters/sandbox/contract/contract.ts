/** What every `Sandbox` must do, walls or not. */
import { it } from "vitest";
import type { Make } from "../sandboxes.ts";
import { bounds } from "./contract-bounds.ts";
import { commands, surroundings } from "./contract-commands.ts";
import { files, inventories, kinds, removals } from "./contract-files.ts";
import { searches } from "./contract-searches.ts";

/** `note` is the reason for skipping, empty when the tests run. */
export function sandboxContract(name: string, make: Make, note: string): void {
  const test = (title: string, work: () => Promise<void>): void => {
    it.skipIf(note !== "")(`${name}: ${title}${note}`, work);
  };
  for (const part of [commands, surroundings, bounds, files, removals, kinds, inventories, searches]) part(test, make);
}
