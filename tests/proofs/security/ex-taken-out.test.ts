/** The walls of root and of what is open hold for root and for an ordinary user, and the bench turns red for each that is taken out (W1, W2). */
import { resolve } from "node:path";
import { expect, it } from "vitest";

import { TAKEN_OUT, type WallTakenOut } from "../../adapters/sandbox/walls/taken-out.ts";
import { tryWalls, USERS, type UserKind, userOf } from "../escapes/try-walls.ts";
import { NO_WALLS } from "./den.ts";

const PROGRAM = resolve("dist/escapes.mjs");
const TIME = 120_000;

/** What gets through where a wall is out. Nobody but root could change the machine's nodes, with that wall or without. */
const SEEN: Readonly<Record<WallTakenOut, RegExp>> = {
  pid: /command lines: of process/,
  network: /sockets: an abstract one/,
  ipc: /shared memory: a segment/,
  calls: /keys: the session's keyring/,
  proc: /files opened for writing: \/proc\//,
  dev: /files made in folders: \/dev$/,
  nodes: /given their mode: \/dev\/null/,
  keys: /lists of keys: \/proc\/keys/,
  descriptors: /descriptors: 9 is \/usr/,
  input: /descriptors: 0 is \/dev\/null/,
  folder: /folders of processes: cwd is \/usr/,
  environment: /variables: of process/,
  terminal: /terminals: \/dev\/tty/,
};
const walls = Object.keys(TAKEN_OUT) as WallTakenOut[];
const cases = USERS.flatMap((kind) => walls.map((wall) => ({ kind, wall }))).filter(
  ({ kind, wall }) => wall !== "nodes" || kind === "root",
);
const canTry = (kind: UserKind): boolean => NO_WALLS === "" && userOf(kind) !== null;

for (const kind of USERS) {
  it.skipIf(!canTry(kind))(`as ${kind} nothing gets through [EX-25]${NO_WALLS}`, { timeout: TIME }, async () => {
    const { tried, through } = await tryWalls(PROGRAM, kind, "a terminal", null);
    expect(through).toEqual([]);
    expect(tried.size).toBe(24);
    expect(tried.get("files opened for writing")).toBeGreaterThan(1_000);
    expect(tried.get("descriptors")).toBeGreaterThan(20);
  });
}

for (const { kind, wall } of cases) {
  it.skipIf(!canTry(kind))(`as ${kind}, without ${wall}, it is seen${NO_WALLS}`, { timeout: TIME }, async () => {
    const { through } = await tryWalls(PROGRAM, kind, "an ended pipe", wall);
    expect(through.join("\n")).toMatch(new RegExp(SEEN[wall].source, "m"));
  });
}
