/** The commit of a ref by its SHA alone, which is also the mark of a conditional request (https://docs.github.com/en/rest/commits/commits#get-a-commit). */
import * as z from "zod";
import { type Call, onRepository, type Route } from "./route.ts";
import type { Answer } from "./rules/answer.ts";
import { NO_COMMIT } from "./rules/objects.ts";
import { read } from "./thing.ts";

const SHA = "application/vnd.github.sha";
const Pointed = z.object({ object: z.object({ sha: z.string() }) });

export const COMMIT_SHA_ROUTES: readonly Route[] = [onRepository("GET", "/commits/{ref}", shaOf)];

async function shaOf({ ask: { headers, path }, lab, parameter }: Call): Promise<Answer | null> {
  if (!/^application\/vnd\.github\.(v3\.)?sha$/.test(`${headers.accept}`)) return null;
  const ref = parameter("ref");
  const pointed = Pointed.safeParse(await read(lab, `${path.slice(0, path.indexOf("/commits/"))}/git/ref/${encodeURIComponent(ref)}`));
  if (!pointed.success) return NO_COMMIT(ref);
  const { sha } = pointed.data.object;
  const etag = `"${sha}"`;
  if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
  return { status: 200, body: sha, headers: { etag, "content-type": `${SHA}; charset=utf-8` } };
}
