/** Assumptions about every request: the version of the API, rate limits, GitHub's clock. */
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { replyTo, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const VERSION = "src/adapters/github/client/api-version.ts";

/** A version that there never was. */
const NO_VERSION = "2000-01-01";

const RATES = ["limit", "remaining", "used", "reset"].map((name) => `x-ratelimit-${name}`);

async function attemptVersion({ api }: Scratch): Promise<Observation> {
  const reply = await replyTo(() => api.rest.rateLimit.get(), [400]);
  const selected = reply.headers["x-github-api-version-selected"] ?? "not named";
  return judged(reply.status === 200, `${shownReply(reply)}; the version of the answer: ${String(selected)}`);
}

async function attemptUnknownVersion({ apiWith }: Scratch): Promise<Observation> {
  const reply = await replyTo(() => apiWith(NO_VERSION).rest.rateLimit.get(), [400]);
  return judged(reply.status === 400, `version ${NO_VERSION}: ${shownReply(reply)}`);
}

async function attemptRateLimits({ api, owner, repo }: Scratch): Promise<Observation> {
  const { headers } = await api.rest.repos.get({ owner, repo });
  const all: Readonly<Record<string, unknown>> = headers;
  const missing = RATES.filter((name) => !/^\d+$/.test(String(all[name])));
  const resource = String(all["x-ratelimit-resource"]);
  const seen = missing.length === 0 ? "the numbers are there" : `no number in ${missing.join(", ")}`;
  return judged(missing.length === 0 && resource === "core", `${seen}; x-ratelimit-resource is ${resource}`);
}

async function attemptDate({ api, owner, repo }: Scratch): Promise<Observation> {
  const { headers } = await api.rest.repos.get({ owner, repo });
  return judged(!Number.isNaN(Date.parse(String(headers.date))), `Date: ${String(headers.date)}`);
}

export const EVERY_REQUEST: readonly Assumption[] = [
  {
    id: "version-taken",
    assumes: "the version of the API that every request names is taken",
    reliesOn: VERSION,
    attempt: attemptVersion,
  },
  {
    id: "version-unknown",
    assumes: "an unknown version is refused with 400, so that the end of ours is seen and not guessed",
    reliesOn: VERSION,
    attempt: attemptUnknownVersion,
  },
  {
    id: "rate-limits",
    assumes: "every answer says how much of the rate limit is left, and of which",
    reliesOn: "src/adapters/github/client/rate-limit.ts",
    attempt: attemptRateLimits,
  },
  {
    id: "github-clock",
    assumes: "every answer says what time it is for GitHub",
    reliesOn: "src/adapters/github/client/aligned-clock.ts",
    attempt: attemptDate,
  },
];
