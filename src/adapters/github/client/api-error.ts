/** Reads GitHub's refusal from an error that a client threw. */
import * as z from "zod";

/** One refused request. `status`: 0 where no answer came; `message`: GitHub's own, one line, at most 500 characters. */
export interface ApiError {
  readonly method: string;
  /** Without host and query: the query of some addresses holds secrets. */
  readonly path: string;
  readonly status: number;
  readonly message: string;
  /** The permission that the operation needs, as GitHub writes it (`issues=write`), where it says so. */
  readonly permissions: string | null;
  /** True when GitHub asks for fewer requests: its primary or secondary rate limit. */
  readonly limited: boolean;
  /** Seconds that GitHub asks us to wait; null where it does not say. */
  readonly retryAfter: number | null;
  /** Milliseconds since the epoch when an exhausted primary limit resets; null where GitHub does not say. */
  readonly resets: number | null;
}

const Headers = z.record(z.string(), z.union([z.string(), z.number()]).optional());
const Answer = z.object({ headers: Headers.catch({}), data: z.unknown() });

/** `RequestError` of Octokit. Its class is not checked: each of the three clients may bring its own. */
const HttpError = z.object({
  name: z.literal("HttpError"),
  message: z.string(),
  status: z.number(),
  request: z.object({ method: z.string(), url: z.string() }),
  response: Answer.optional(),
});

/** `GraphqlResponseError`: GitHub answered 200 and refused all the same. */
const GraphqlError = z.object({
  name: z.literal("GraphqlResponseError"),
  headers: Headers.catch({}),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).min(1),
});

const Invalid = z.union([
  z.string(),
  z.object({ message: z.string().optional(), field: z.string().optional(), code: z.string().optional() }),
]);
const Said = z.object({ message: z.string().catch(""), errors: z.array(Invalid).catch([]) });

/** The refusal in an error of the client; null for any other error, which is a bug or an interruption. Never throws. */
export function apiErrorOf(error: unknown): ApiError | null {
  const http = HttpError.safeParse(error);
  if (http.success) return ofHttp(http.data);
  const graphql = GraphqlError.safeParse(error);
  if (!graphql.success) return null;
  const { errors, headers } = graphql.data;
  const said = oneLine(errors.map(({ message }) => message).join("; "));
  const limited = errors.some(({ type }) => type === "RATE_LIMITED") || slowDown(200, said, headers);
  return {
    method: "POST",
    path: "/graphql",
    status: 200,
    message: said,
    permissions: null,
    limited,
    ...waitIn(headers),
  };
}

function ofHttp({ message, status, request, response }: z.infer<typeof HttpError>): ApiError {
  const { method } = request;
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : "";
  // The client reports a broken connection as 500 without an answer.
  if (response === undefined)
    return { method, path, status: 0, message: oneLine(message), permissions: null, limited: false, ...waitIn({}) };
  const { headers, data } = response;
  const said = words(data) || oneLine(message);
  const permissions = headers["x-accepted-github-permissions"];
  return {
    method,
    path,
    status,
    message: said,
    permissions: permissions === undefined ? null : oneLine(String(permissions)),
    limited: slowDown(status, said, headers),
    ...waitIn(headers),
  };
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api "Exceeding the rate limit" */
function slowDown(status: number, said: string, headers: z.infer<typeof Headers>): boolean {
  if (status === 429) return true;
  if (status !== 403 && status !== 200) return false;
  return (
    headers["retry-after"] !== undefined ||
    String(headers["x-ratelimit-remaining"]) === "0" ||
    /rate limit|abuse detection/i.test(said)
  );
}

function waitIn(headers: z.infer<typeof Headers>): Pick<ApiError, "retryAfter" | "resets"> {
  const [after, resets] = [Number(headers["retry-after"]), Number(headers["x-ratelimit-reset"])];
  const isUsedUp = String(headers["x-ratelimit-remaining"]) === "0";
  return {
    retryAfter: Number.isNaN(after) ? null : after,
    resets: isUsedUp && !Number.isNaN(resets) ? resets * 1000 : null,
  };
}

function words(data: unknown): string {
  const { message, errors } = Said.catch({ message: "", errors: [] }).parse(data);
  const reasons = errors.map((one) =>
    typeof one === "string" ? one : (one.message ?? `${one.field ?? "something"}: ${one.code ?? "wrong"}`),
  );
  return oneLine([message, ...reasons].filter((part) => part !== "").join("; "));
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}
