/** A driver that is killed at any moment leaves branch and journal in agreement for whoever comes next. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { aWorkshop } from "./workshop.ts";

const KILLS = 12;

it(`after each of ${KILLS} kills the journal loads, grows and says where the branch is`, async () => {
  const shop = aWorkshop();
  const file = join(shop.repository.home, "child.mjs");
  const bundle = await rolldown({ input: join(import.meta.dirname, "crash-child.ts"), platform: "node" });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  let length = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [file, shop.repository.gitDir, shop.folder, ...shop.commits], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(child, "exit");
    try {
      const begun = await shop.open().length();
      while ((await shop.open().length()) <= begun && child.exitCode === null) await setTimeout(5);
      await setTimeout((kill * 37) % 90);
    } finally {
      child.kill("SIGKILL");
    }
    expect(await ended).toEqual([null, "SIGKILL"]);

    const history = await shop.open().load();
    const events = history.kind === "events" ? history.events : [];
    const last = events.findLast((event) => event.kind === "iteration_kept");
    expect(events.length % 2).toBe(0);
    expect(events.length).toBeGreaterThan(length);
    expect(shop.branch("loop/1-x")).toBe(last?.commit);
    length = events.length;
  }
});
