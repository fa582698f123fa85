/**
 * Keeps the head and the tail of a process's output while it prints, so that a flood does not fill the driver's memory.
 */
import { StringDecoder } from "node:string_decoder";

/**
 * The kept part of a stream; `omitted` characters were dropped in the middle, where `text` says so on a line of its
 * own.
 */
interface Kept {
  readonly text: string;
  readonly omitted: number;
}

/** A reader of one stream. `end` is called once, after the last chunk. */
export interface BoundedText {
  readonly add: (chunk: Buffer) => void;
  readonly end: () => Kept;
}

/**
 * Chunks of the tail are joined up to this size, so that a program that writes single bytes does not make a long list.
 */
const PIECE = 4096;

/** Half of a character at either end of a cut would be an invalid string. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, "").replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Reads UTF-8 and keeps at most `limit` characters, one half from the start and one half from the end. Never throws.
 */
export function boundedText(limit: number): BoundedText {
  const half = Math.floor(limit / 2);
  const decoder = new StringDecoder("utf8");
  const tail: string[] = [];
  let head = "";
  let kept = 0;
  let omitted = 0;

  const keep = (text: string): void => {
    const last = tail.at(-1);
    if (last !== undefined && last.length + text.length <= PIECE) tail[tail.length - 1] = last + text;
    else tail.push(text);
    kept += text.length;
    for (let first = tail[0]; first !== undefined && kept - first.length >= half; first = tail[0]) {
      tail.shift();
      kept -= first.length;
      omitted += first.length;
    }
  };
  const take = (text: string): void => {
    const room = half - head.length;
    head += text.slice(0, room);
    if (text.length > room) keep(text.slice(room));
  };

  return {
    add: (chunk) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end());
      const rest = tail.join("");
      const over = Math.max(0, rest.length - half);
      if (omitted + over === 0) return { text: head + rest, omitted: 0 };
      const [start, end] = [whole(head), whole(rest.slice(over))];
      const lost = omitted + over + (head.length - start.length) + (rest.length - over - end.length);
      return { text: `${start}\n[... ${lost} characters left out ...]\n${end}`, omitted: lost };
    },
  };
}
