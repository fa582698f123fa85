/** What a run leaves to be read: its journal, its replay, and the key where it should not be. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readHistoryFile } from "#adapters/file-journal/read-file.ts";
import { CODEC } from "#cli/local/home.ts";
import type { Event } from "#core/events/event.ts";
import type { ScriptedModel } from "../../lab/model/server.ts";
import { lookFor } from "../canary/look.ts";
import { heardIn } from "../canary/prompt.ts";
import { commandLine, type Ended, type Seat } from "./command-line.ts";

/** The folders of runs below `<git-dir>/loopwright`. */
export async function runsIn(journals: string): Promise<readonly string[]> {
  const entries = await readdir(journals, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(journals, name));
}

/** The events of the run in `folder`; none while there is no whole history. */
export async function eventsIn(folder: string | null): Promise<readonly Event[]> {
  if (folder === null) return [];
  const history = await readHistoryFile("history.jsonl", folder, CODEC);
  return history.kind === "events" ? history.events : [];
}

/** What `replay` made of the history, and what `run.json` says. */
export interface Replayed {
  readonly replayed: string;
  readonly recorded: string;
}

/** Replays the history by the command line. Both are empty without a run. */
export async function replayOf(folder: string | null, seat: Seat): Promise<Replayed> {
  if (folder === null) return { replayed: "", recorded: "" };
  const { stdout, stderr, code } = await commandLine(["replay", join(folder, "history.jsonl")], seat, () => undefined);
  return { replayed: code === 0 ? stdout : stderr, recorded: await readFile(join(folder, "run.json"), "utf8") };
}

interface Said {
  readonly ended: Ended;
  readonly folder: string | null;
  readonly requests: ScriptedModel["requests"];
}

/** Where the key stands in anything that was written or said: journal, output, prompts. */
export async function leaksOf(key: string, { ended, folder, requests }: Said): Promise<readonly string[]> {
  const files = folder === null ? [] : (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => ({ place: join(parentPath, name), text: await readFile(join(parentPath, name), "utf8") })),
  );
  const said = [
    { place: "standard output", text: ended.stdout },
    { place: "standard error", text: ended.stderr },
    ...requests.map(({ role, raw }) => ({ place: `a prompt of the ${role}`, text: heardIn(raw) })),
  ];
  const betrays = lookFor([key]);
  return [...texts, ...said].filter(({ text }) => betrays(text)).map(({ place }) => place);
}
