/** The options say what the bench was asked to do. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { PEERS, type Peer } from "./contest.ts";

/** What a person must do otherwise; the program ends with 2. */
export class Misuse extends Error {}

/** What was asked for. */
export interface Options {
  /** Names of contests; all where it is null. */
  readonly only: readonly string[] | null;
  /** Plays of each contestant. */
  readonly rounds: number;
  /** Writes the kept table anew, in place of a verdict. */
  readonly keep: boolean;
  /** Judges what no clock measures: bytes, tokens, counts and memory. */
  readonly steady: boolean;
  readonly peers: readonly Peer[];
  readonly help: boolean;
}

/** Rounds that are played where nobody says otherwise: noise needs some to be told from the work. */
const ROUNDS = 7;

/** What a person is told who asks how. */
export const USAGE = `npm run bench -- [options]   the built product against the floor, by turns;
                             the floor is the smallest program that does the same work
  --only <a,b>               some contests
  --rounds <n>               plays of each contestant; ${ROUNDS} where it is not given
  --keep                     writes the ratios of the contests that are played into tests/bench/kept.yaml
  --steady                   judges bytes, tokens, counts and memory only, which are alike on all machines
  --peer <name>=<program>    another product plays too: ${PEERS.join(" or ")}, which you install yourself
  --help

A ratio that is more than 20 % worse than the kept one fails, where it does so in each of four tries:
the program ends with 1.`;

/** Reads the arguments; `contests`: the names that there are. Throws `Misuse`. */
export function optionsOf(args: readonly string[], contests: readonly string[]): Options {
  const { only, rounds, peer, ...values } = valuesOf(args);
  const names = only?.split(",") ?? null;
  const unknown = names?.find((name) => !contests.includes(name));
  if (unknown !== undefined) throw new Misuse(`there is no contest "${unknown}"; there are ${contests.join(", ")}`);
  const count = Number(rounds);
  if (!Number.isInteger(count) || count < 1) throw new Misuse(`--rounds ${rounds}: give a whole number above 0`);
  return { ...values, only: names, rounds: count, peers: peer.map(peerOf) };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        rounds: { type: "string", default: `${ROUNDS}` },
        keep: { type: "boolean", default: false },
        steady: { type: "boolean", default: false },
        peer: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

function peerOf(text: string): Peer {
  const [, given, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const name = PEERS.find((one) => one === given);
  if (name === undefined || path === undefined || !existsSync(path))
    throw new Misuse(`--peer ${text}: give ${PEERS.join(" or ")}, =, and the path of its program`);
  return { name, executable: resolve(path) };
}
