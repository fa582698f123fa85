/** One of the two GitHubs as the cases ask it, and what it said in a form that both can be compared in. */
import * as z from "zod";

/** Who asks: a person by login, or a token of the App that may no more than this. */
export type By = string | Readonly<Record<string, "read" | "write">>;

export interface Side {
  readonly name: "loopback" | "simulated";
  /** `path`: from the root of the API, with the query. */
  readonly ask: (by: By, method: string, path: string, body?: unknown) => Promise<Response>;
  /** Gives its number. */
  readonly newIssue: (by: string) => Promise<number>;
  readonly lock: (issue: number) => Promise<void>;
}

/** What stands there when the cases begin. */
export interface Given {
  readonly issue: number;
  readonly locked: number;
  /** Comments on the issue by rob and by wim. */
  readonly ofRob: number;
  readonly ofWim: number;
  /** Commits: `next` and `other` follow `main` and not each other. */
  readonly main: string;
  readonly next: string;
  readonly other: string;
  readonly tree: string;
  readonly repositoryId: string;
}

/** What an answer came to. `says`: GitHub's words and reasons in one line; null where it refused nothing. `length`: of a list. */
export interface Said {
  readonly status: number;
  readonly says: string | null;
  readonly length?: number;
}

export const REPOSITORY = "/repos/acme/widget";

const Reason = z.looseObject({
  message: z.string().optional(),
  type: z.string().optional(),
  field: z.string().optional(),
  code: z.string().optional(),
});
const Refusal = z.looseObject({ message: z.string().optional(), errors: z.array(Reason).optional() });
const Listed = z.looseObject({ workflow_runs: z.array(z.unknown()) }).transform(({ workflow_runs }) => workflow_runs);

/** Reads an answer to its end. */
export async function saidBy(response: Response): Promise<Said> {
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  const list = z.union([z.array(z.unknown()), Listed]).safeParse(body);
  if (list.success) return { status: response.status, says: null, length: list.data.length };
  const { message, errors = [] } = Refusal.catch({}).parse(body);
  if (response.status < 300 && errors.length === 0) return { status: response.status, says: null };
  const reasons = errors.map(({ type, field, code, message: why }) => [type, field, code, why].filter(Boolean).join(" "));
  return { status: response.status, says: [message, ...reasons].filter(Boolean).join(" | ") };
}

const Made = z.looseObject({ id: z.number().optional(), sha: z.string().optional(), node_id: z.string().optional() });

/** Makes what the cases name, by the API of either. */
export async function begin({ ask, newIssue, lock }: Side): Promise<Given> {
  const made = async (by: string, method: string, path: string, body?: unknown) => {
    const response = await ask(by, method, `${REPOSITORY}${path}`, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return Made.parse(await response.json());
  };
  const [issue, locked] = [await newIssue("ada"), await newIssue("ada")];
  await lock(locked);
  const comment = async (by: string) => (await made(by, "POST", `/issues/${issue}/comments`, { body: `by ${by}` })).id ?? 0;
  const [ofRob, ofWim] = [await comment("rob"), await comment("wim")];
  const { sha: main = "" } = await made("wim", "GET", "/commits/main");
  const blobs = [{ path: "a", mode: "100644", type: "blob", content: "a" }];
  const { sha: tree = "" } = await made("wim", "POST", "/git/trees", { tree: blobs });
  const commit = async (message: string) => (await made("wim", "POST", "/git/commits", { message, tree, parents: [main] })).sha ?? "";
  const [next, other] = [await commit("next"), await commit("other")];
  for (const [ref, sha] of [
    ["refs/heads/loop/next", next],
    ["refs/heads/loop/same", main],
    ["refs/loopwright/side", next],
  ])
    await made("wim", "POST", "/git/refs", { ref, sha });
  const { node_id: repositoryId = "" } = await made("wim", "GET", "");
  return { issue, locked, ofRob, ofWim, main, next, other, tree, repositoryId };
}
