/**
 * The program of the tool host: it does all file input and output of one folder from inside the sandbox, driven over
 * standard input and output. With `--relay` the same program is a setup command's connection to the proxy.
 */
import { realpathSync } from "node:fs";
import { runRelay } from "#adapters/sandbox/network/host-relay.ts";
import { withinTime } from "#adapters/sandbox/process/time-limit.ts";
import { Refused } from "#ports/tool-access.ts";
import { readBytes, readText, removeHostFile, writeText } from "./host-files.ts";
import { inventory } from "./host-inventory.ts";
import { glob, grep } from "./host-search.ts";
import { HOST_REQUEST, type HostReply, type HostRequest, lineReader } from "./protocol.ts";

/** Milliseconds for a search; a listing that hashes everything may take longer. */
const SEARCH_TIME = 5_000;
const INVENTORY_TIME = 28_000;

function perform(root: string, request: HostRequest): unknown {
  switch (request.operation) {
    case "read":
      return readText(root, request.path);
    case "bytes":
      return readBytes(root, request.path).toString("base64");
    case "write":
      return writeText(root, request.path, request.content, request.like);
    case "remove":
      return removeHostFile(root, request.path);
    case "grep":
      return withinTime(SEARCH_TIME, () => grep(root, request));
    case "glob":
      return withinTime(SEARCH_TIME, () => glob(root, request));
    case "inventory":
      return withinTime(INVENTORY_TIME, () => inventory(root));
  }
}

function answer(root: string, request: HostRequest): HostReply {
  try {
    return { kind: "done", id: request.id, value: perform(root, request) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: "refused", id: request.id, message: error.message };
  }
}

function say(reply: HostReply): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

function serve(folder: string): void {
  const root = realpathSync(folder);
  const lines = lineReader();
  process.stdin.on("data", (chunk: Buffer) => {
    const complete = lines.add(chunk);
    if (complete === null) throw new Error("bug: the driver sent too long a line");
    for (const line of complete) say(answer(root, HOST_REQUEST.parse(JSON.parse(line))));
  });
  say({ kind: "ready" });
}

const [first, socket, ...command] = process.argv.slice(2);
if (first === undefined) throw new Error("bug: the tool host needs the folder as its argument");
if (first === "--relay") runRelay(socket ?? "", command);
else serve(first);
