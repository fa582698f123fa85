/** The cheat bench looks: without what guards the tests, and without hidden checks, cheats of each kind get through that `rh-cheats.test.ts` sees refused. */
import { expect, it } from "vitest";
import { HOST_FILE } from "../../adapters/sandbox/sandboxes.ts";
import { ROOT } from "../../house/tools.ts";
import { readGrounds } from "../cheats/ground.ts";
import { play } from "../cheats/play.ts";

const ALL = readGrounds(ROOT).flatMap((ground) => ground.workers.map((worker) => ({ ground, worker })));

it.each(["js-special-case", "js-deleted-test", "js-return", "py-skip", "py-equal", "sh-true"])(
  "lets %s through without guards",
  async (id) => {
    const one = ALL.find(({ worker }) => worker.id === id);
    if (one === undefined) throw new Error(`there is no worker ${id}`);
    expect((await play(one.ground, one.worker, { hostFile: HOST_FILE, without: "guards" })).verified).toBe(true);
  },
);
