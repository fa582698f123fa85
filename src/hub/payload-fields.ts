/** Picks the fields of a webhook that are read later; no others are kept until its turn comes. Pure. */

/** The keys of an object, with what is kept of each; `WHOLE` for what has no parts. */
interface Shape {
  readonly [key: string]: Shape | typeof WHOLE;
}

const WHOLE = true;

const ACCOUNT: Shape = { id: WHOLE, login: WHOLE, type: WHOLE };

/** The fields that the other files of this folder read. A test compares what they make of both payloads. */
const READ: Shape = {
  action: WHOLE,
  installation: { id: WHOLE },
  repository: { id: WHOLE, name: WHOLE, node_id: WHOLE, default_branch: WHOLE, owner: { login: WHOLE } },
  sender: ACCOUNT,
  label: { name: WHOLE },
  issue: {
    number: WHOLE,
    title: WHOLE,
    body: WHOLE,
    user: ACCOUNT,
    state: WHOLE,
    updated_at: WHOLE,
    repository_url: WHOLE,
    pull_request: {},
  },
  comment: {
    id: WHOLE,
    body: WHOLE,
    user: ACCOUNT,
    created_at: WHOLE,
    updated_at: WHOLE,
    performed_via_github_app: {},
  },
  review: { id: WHOLE, body: WHOLE, state: WHOLE, user: ACCOUNT, submitted_at: WHOLE },
  pull_request: {
    number: WHOLE,
    merged: WHOLE,
    updated_at: WHOLE,
    head: { ref: WHOLE, repo: { id: WHOLE } },
    base: { repo: { id: WHOLE } },
  },
  workflow_run: { id: WHOLE, event: WHOLE, path: WHOLE, display_title: WHOLE, conclusion: WHOLE },
};

/** The webhook without the fields that are not read. Checks nothing: the files that read it do. Idempotent. */
export function pickPayloadFields(payload: object): object {
  return partsOf(payload, PARTS);
}

/** A shape as a list, made once: this is done for each webhook while GitHub waits. */
type Parts = readonly (readonly [string, Parts | typeof WHOLE])[];

const PARTS = listed(READ);

function listed(shape: Shape): Parts {
  return Object.entries(shape).map(([key, inner]) => [key, inner === WHOLE ? WHOLE : listed(inner)]);
}

/** Looks up the fields that are read, and does not walk through all: most of a webhook is addresses. */
function partsOf(value: object, wanted: Parts): object {
  const parts: Record<string, unknown> = {};
  for (const [key, inner] of wanted) {
    if (!Object.hasOwn(value, key)) continue;
    const part: unknown = Reflect.get(value, key);
    parts[key] = inner === WHOLE || part === null || typeof part !== "object" ? part : partsOf(part, inner);
  }
  return parts;
}
