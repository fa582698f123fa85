/** Reads the text of a page as it arrives, bounded in size. */
import type { IncomingMessage } from "node:http";
import { Refused } from "#ports/tool-access.ts";

const MOST_BYTES = 1024 ** 2;
const TEXT = /^(text\/|application\/([\w.+-]+\+)?(json|xml|javascript|yaml|toml)\b)/i;

/**
 * The body of an answer. Throws `Refused` for a body that is not plain text, is compressed or is larger than 1 MB, and
 * when the connection breaks.
 */
export async function readPageText(answer: IncomingMessage): Promise<string> {
  const { "content-type": type = "text/plain", "content-encoding": encoding = "identity" } = answer.headers;
  const refuse = (why: string): never => {
    answer.destroy();
    throw new Refused(why);
  };
  if (!TEXT.test(type)) refuse(`it is no text but ${type.slice(0, 100)}.`);
  if (encoding !== "identity") refuse(`it is packed (${encoding.slice(0, 100)}), which is not read.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of pieces(answer)) {
    size += chunk.length;
    if (size > MOST_BYTES) refuse(`it has more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return text.includes("\0") ? refuse("it is no text.") : text;
}

/**
 * The body, piece by piece. A broken connection becomes `Refused`, which the model is told like a host that cannot be
 * reached.
 */
async function* pieces(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of answer) yield Buffer.from(chunk);
  } catch (cause) {
    throw cause instanceof Refused ? cause : new Refused("the answer broke off.", { cause });
  }
}
