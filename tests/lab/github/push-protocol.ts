/** What git says when it pushes, and what it is answered: https://git-scm.com/docs/gitprotocol-pack#_pushing_data_to_a_server. */

/** A ref that is to move; forty zeros for no commit. */
export interface Command {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

export interface PushRequest {
  readonly commands: readonly Command[];
  readonly capabilities: readonly string[];
  /** Empty where refs are deleted only. */
  readonly pack: Buffer;
}

const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) (refs\/[^\0\n]+)(?:\0([^\n]*))?\n?$/;

/** Reads a push: its lines up to the flush, then its pack. Throws an `Error` for any other line, such as a certificate. */
export function readPush(body: Buffer): PushRequest {
  const commands: Command[] = [];
  let capabilities: readonly string[] = [];
  let at = 0;
  for (let length = lengthAt(body, at); length > 0; length = lengthAt(body, at)) {
    const line = body.subarray(at + 4, at + length).toString();
    const [, before, after, ref, able] = COMMAND.exec(line) ?? [];
    if (before === undefined || after === undefined || ref === undefined) throw new Error(`this line of a push is not built: ${line}`);
    commands.push({ ref, before, after });
    capabilities = able === undefined ? capabilities : able.trim().split(" ");
    at += length;
  }
  return { commands, capabilities, pack: body.subarray(at + 4) };
}

/** The length of a line with its own four bytes; 0 of a flush. */
function lengthAt(body: Buffer, at: number): number {
  const digits = body.subarray(at, at + 4).toString();
  const length = /^[0-9a-f]{4}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  if (length === 0) return 0;
  if (!(length > 4) || at + length > body.length) throw new Error("a push is cut off");
  return length;
}

function line(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

const FLUSH = Buffer.from("0000");

/** The report on each ref, on the band that the client asked for; empty where it asked for none. */
export function reportOf(
  moved: readonly { readonly ref: string; readonly refused: string | null }[],
  capabilities: readonly string[],
): Buffer {
  if (!capabilities.some((one) => one.startsWith("report-status"))) return Buffer.alloc(0);
  const lines = moved.map(({ ref, refused }) => line(refused === null ? `ok ${ref}\n` : `ng ${ref} ${refused.replaceAll("\n", " ")}\n`));
  const report = Buffer.concat([line("unpack ok\n"), ...lines, FLUSH]);
  return capabilities.includes("side-band-64k") ? Buffer.concat([line(Buffer.concat([Buffer.from([1]), report])), FLUSH]) : report;
}
