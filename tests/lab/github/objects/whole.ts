/** What the lab shows, made whole: each object by the builder of its kind, wherever it stands in an answer or a webhook. */
import { accountOf } from "./account.ts";
import type { Given } from "./given.ts";
import { reviewCommentOf } from "./review-comment.ts";

/** A kind of object, told by the fields that it alone has. */
interface Kind {
  readonly by: readonly string[];
  readonly made: (given: Given, url: string) => Given;
}

const KINDS: readonly Kind[] = [
  { by: ["login"], made: accountOf },
  { by: ["full_name", "forks_count"], made: (given) => ({ subscribers_count: 0, network_count: given["forks_count"], ...given }) },
  { by: ["diff_hunk"], made: reviewCommentOf },
  { by: ["ref", "node_id", "object"], made: (given) => ({ ...given, url: encodeURI(String(given["url"])) }) },
  { by: ["app_slug", "account"], made: (given) => ({ ...given, target_id: Object(given["account"]).id }) },
  {
    by: ["output", "head_sha", "url"],
    made: (given) => ({ ...given, output: { ...Object(given["output"]), annotations_url: `${given["url"]}/annotations` } }),
  },
];

/** The same value with every object in it made whole, the inner ones first. `url`: of the lab. */
export function wholeOf(value: unknown, url: string): unknown {
  if (Array.isArray(value)) return value.map((one) => wholeOf(one, url));
  if (typeof value !== "object" || value === null) return value;
  const given: Given = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wholeOf(part, url)]));
  const kind = KINDS.find(({ by }) => by.every((name) => Object.hasOwn(given, name)));
  return kind === undefined ? given : kind.made(given, url);
}
