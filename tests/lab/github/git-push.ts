/** Takes what real git pushes: its objects go into the state, and each ref moves as the API would move it for whoever pushes. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Asked } from "./contract/contract.ts";
import type { Gateway } from "./gateway.ts";
import type { Ask, Lab } from "./lab.ts";
import { type Command, readPush, reportOf } from "./push-protocol.ts";
import { handOver } from "./pushed-objects.ts";
import { gitOver } from "./quarantine.ts";
import { fullName } from "./repository.ts";
import { ZERO } from "./rules/refs.ts";
import { refOf } from "./thing.ts";

/** A push. `folder`: the repository of the mirror that it was made against; `repository`: the same on GitHub. */
export interface Push {
  readonly body: Buffer;
  readonly headers: Ask["headers"];
  readonly folder: string;
  readonly repository: NonNullable<Ask["repository"]>;
}

/**
 * What git is told. Objects that no ref reaches afterwards stay in the state, as those of a refused push may on GitHub. Throws an
 * `Error` for what is no push, and for an object that the API cannot show as git made it.
 */
export async function takePush(push: Push, lab: Lab, gateway: Gateway): Promise<Buffer> {
  const { commands, capabilities, pack } = readPush(push.body);
  const objects = await mkdtemp(join(push.folder, "push-"));
  try {
    const git = gitOver(push.folder, objects);
    if (pack.length > 0) await git(["unpack-objects", "-q"], pack);
    const heads = commands.flatMap(({ after }) => (after === ZERO ? [] : [after]));
    await handOver(heads, git, { lab, repository: push.repository });
    const moved: { readonly ref: string; readonly refused: string | null }[] = [];
    for (const command of commands) moved.push({ ref: command.ref, refused: await move(command, push, lab, gateway) });
    return reportOf(moved, capabilities);
  } finally {
    await rm(objects, { recursive: true });
  }
}

/** Why the ref was not moved; null where it was. By force: whether a move is forward, git has asked before it pushed. */
async function move(command: Command, { headers, repository }: Push, lab: Lab, gateway: Gateway): Promise<string | null> {
  if (((await refOf(lab, repository, command.ref)) ?? ZERO) !== command.before) return "fetch first";
  const { status, body } = await gateway.answer({
    ...requestOf(command, `/repos/${fullName(repository)}/git/refs`),
    query: new URLSearchParams(),
    headers: { authorization: headers.authorization },
  });
  return status < 300 ? null : String(Object(body).message);
}

/** The request that asks the API for the same. `refs`: the path of all refs. */
function requestOf({ ref, before, after }: Command, refs: string): Pick<Asked, "method" | "path" | "body"> {
  const path = `${refs}/${ref.slice("refs/".length)}`;
  if (before === ZERO) return { method: "POST", path: refs, body: { ref, sha: after } };
  if (after === ZERO) return { method: "DELETE", path, body: undefined };
  return { method: "PATCH", path, body: { sha: after, force: true } };
}
