/** Git objects as bytes: what the API shows is written down again and must give the same SHA. */
import { createHash } from "node:crypto";
import * as z from "zod";

/** One object of a store. */
export interface GitObject {
  readonly sha: string;
  /** With git's header. */
  readonly bytes: Buffer;
}

const Person = z.object({ name: z.string(), email: z.string(), date: z.string() });
const Named = z.object({ sha: z.string() });
export const CommitAnswer = z.object({ tree: Named, parents: z.array(Named), author: Person, committer: Person, message: z.string() });
export const TreeAnswer = z.object({ tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() })) });
export const BlobAnswer = z.object({ content: z.string() });

function objectOf(kind: "blob" | "tree" | "commit", content: Buffer): GitObject {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
  return { sha: createHash("sha1").update(bytes).digest("hex"), bytes };
}

/** The API gives every content as base64. */
export function blobOf({ content }: z.infer<typeof BlobAnswer>): GitObject {
  return objectOf("blob", Buffer.from(content, "base64"));
}

/** Git sorts a folder as if its name ended with a slash, by bytes. */
export function treeOf({ tree }: z.infer<typeof TreeAnswer>): GitObject {
  const entries = tree.map(({ path, mode, type, sha }) => ({
    key: Buffer.from(type === "tree" ? `${path}/` : path),
    bytes: Buffer.concat([Buffer.from(`${mode.replace(/^0/, "")} ${path}\0`), Buffer.from(sha, "hex")]),
  }));
  entries.sort((a, b) => Buffer.compare(a.key, b.key));
  return objectOf("tree", Buffer.concat(entries.map(({ bytes }) => bytes)));
}

/** The emulator ends every message with a line feed. */
export function commitOf({ tree, parents, author, committer, message }: z.infer<typeof CommitAnswer>): GitObject {
  const people = [`author ${personOf(author)}`, `committer ${personOf(committer)}`];
  const headers = [`tree ${tree.sha}`, ...parents.map(({ sha }) => `parent ${sha}`), ...people];
  return objectOf("commit", Buffer.from(`${headers.join("\n")}\n\n${message.endsWith("\n") ? message : `${message}\n`}`));
}

function personOf({ name, email, date }: z.infer<typeof Person>): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(date) ?? [];
  const zone = sign === undefined ? "+0000" : `${sign}${hours}${minutes}`;
  return `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} ${zone}`;
}
