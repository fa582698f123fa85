/** Words that the code does not use any more for what the field has a word for, and where one of them is left for a reason. */
import { basename } from "node:path";
import { exportsOf, type Source } from "./product.ts";

/** Retired word, and what is said instead. Words of the journal are a stored format and no matter of this list. */
const RETIRED: Readonly<Record<string, string>> = {
  desk: "control (the station), bot or job (who)",
  bench: "run (the station)",
  proof: "verify",
  press: "publish, publisher",
  kit: "context",
  world: "ports",
  hands: "tool access",
  site: "working copy",
  hear: "handle",
  heard: "event",
  overheard: "polled",
  wish: "intent",
  told: "payload",
  said: "comment, reply, wording",
  letter: "comment",
  letters: "comments",
  sign: "reaction, label",
  signs: "reactions, labels",
  picture: "view",
  pictures: "views",
  grave: "dead letter",
  graves: "dead letters",
  rounds: "polling, poller",
  looks: "polls",
  patient: "rate-limit wait",
  paced: "write pacing",
  spare: "rate-limit reserve",
  tenant: "installation",
  tenants: "installations",
  narrow: "scoped client",
  ground: "base",
  vouch: "re-check of the approval",
  seal: "hand-over digest",
  squeeze: "compact, strip",
  cure: "advice",
  lack: "missing credential",
  remains: "leftovers",
  took: "time used",
  spend: "usage",
  stumble: "tool problem",
  stumbles: "tool problems",
  trouble: "error state, failure",
  scene: "job context",
  declined: "input error",
  meanwhile: "missed (comment, stop)",
  tidy: "remove doubles",
  sweep: "retention",
  trail: "history, record",
  gate: "check, review",
};

/** Left on purpose: what a person types or reads is called so. */
const LEFT: ReadonlyMap<string, string> = new Map([
  ["trail.ts", "the command `trail` of the command line"],
  ["followTrail", "the command `trail`"],
  ["gate.ts", "the command `gate` of the command line"],
  ["GATE_FLAGS", "the command `gate`"],
  ["gate-page.ts", "the page of the command `gate`"],
  ["gatePage", "the page of the command `gate`"],
]);

/** `publishJob`, `DEAD_LETTERS` and `dead-letters.ts` as their words, in lower case. "dead letter" is the field's own and one word. */
function wordsOf(name: string): readonly string[] {
  const words = name.replace(/\.ts$/, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return words
    .toLowerCase()
    .replace(/dead[ _-]letter/g, "deadletter")
    .split(/[ _-]/);
}

/** Retired words in the names of files and of what they export. */
export function retiredNames(sources: readonly Source[]): readonly string[] {
  return sources.flatMap((source) =>
    [basename(source.path), ...exportsOf(source)].flatMap((name) =>
      LEFT.has(name)
        ? []
        : wordsOf(name).flatMap((word) => (word in RETIRED ? [`${source.path}: ${name}: ${word} -> ${RETIRED[word]}`] : [])),
    ),
  );
}

/** Retired words in prose, such as the README of a room, outside of code spans. */
export function retiredWords(path: string, prose: string): readonly string[] {
  const plain = prose.replace(/`[^`]*`/g, "").toLowerCase();
  const found = Object.keys(RETIRED).filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(plain.replace(/dead letter/g, "")));
  return found.map((word) => `${path}: ${word} -> ${RETIRED[word]}`);
}
