/** Signed webhooks, as large as GitHub's, and somebody who sends them. */
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";

export const SECRET = "the load's own secret of some length";

/** A comment of somebody who may only read, each of another one: a command that is refused with a sign. */
export interface Wish {
  readonly issue: number;
  /** The comment's id; it grows with time. */
  readonly comment: number;
}

/** A webhook, ready to be sent, as often as one likes. */
export interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ROB = { id: 7, login: "rob", type: "User", node_id: "U_7", ...links("user", 13) };
const REPOSITORY = {
  id: 31,
  name: "widget",
  full_name: "acme/widget",
  node_id: "R_1",
  default_branch: "main",
  owner: { id: 1, login: "acme", type: "Organization", ...links("org", 13) },
  ...links("repos/acme/widget", 46),
};

/** A thing of GitHub's bears an address for all that can be asked of it. */
function links(path: string, count: number): Readonly<Record<string, string>> {
  const address = (index: number) => [`part_${index}_url`, `https://api.github.com/${path}/part-${index}{/other}`];
  return Object.fromEntries(Array.from({ length: count }, (_, index) => address(index)));
}

export function webhookOf({ issue, comment }: Wish): Webhook {
  const time = new Date(Date.UTC(2026, 0, 1) + comment * 1_000).toISOString().replace(".000", "");
  const body = JSON.stringify({
    action: "created",
    issue: {
      number: issue,
      title: "Sum is wrong",
      body: "It subtracts.",
      user: { ...ROB, id: 9, login: "ada" },
      state: "open",
      updated_at: time,
      ...links("issue", 8),
    },
    comment: {
      id: comment,
      body: "/loop approve",
      user: { ...ROB, id: 1_000 + comment },
      created_at: time,
      updated_at: time,
      performed_via_github_app: null,
      ...links("comment", 3),
    },
    repository: REPOSITORY,
    sender: ROB,
    installation: { id: 777, node_id: "x" },
  });
  const headers = {
    "content-type": "application/json",
    "content-length": `${Buffer.byteLength(body)}`,
    "x-github-event": "issue_comment",
    "x-github-delivery": `00000000-0000-4000-8000-${`${comment}`.padStart(12, "0")}`,
    "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
  };
  return { body, headers };
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds until a sender has waited for an answer for long enough. GitHub waits for ten seconds. */
const PATIENCE = 30_000;

/** Sends it, and gives the status of the answer; null where nobody listens, or the answer breaks off or does not come. */
export function send(url: string, { body, headers }: Webhook): Promise<number | null> {
  return new Promise((resolve) => {
    const sending = request(url, { method: "POST", headers, agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? null));
      answer.once("error", () => resolve(null));
    });
    sending.once("error", () => resolve(null));
    sending.setTimeout(PATIENCE, () => sending.destroy(new Error(`no answer within ${PATIENCE} ms`)));
    sending.end(body);
  });
}
