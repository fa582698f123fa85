/** A GitHub on loopback for tests and the demo: `emulate` behind a gateway that refuses what GitHub would refuse. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, actionsAppOf, appOf } from "./app.ts";
import { bellOf } from "./bell.ts";
import { type CiStart, ciStartOf } from "./ci-start.ts";
import { gatewayOf, type Records } from "./gateway.ts";
import { gitServer } from "./git-http.ts";
import { mirrorOf } from "./git-mirror.ts";
import { type Delivery, hooksOf } from "./hooks.ts";
import { remember } from "./issue-events.ts";
import type { Lab } from "./lab.ts";
import { registrarOf } from "./manifests.ts";
import type { GitHubOptions } from "./options.ts";
import type { Reaction } from "./reaction.ts";
import type { Recorded, Violation } from "./record.ts";
import { fullName } from "./repository.ts";
import type { Run } from "./run.ts";
import { listen } from "./server.ts";
import { startState } from "./state.ts";
import { sendAll, wholeHappenings } from "./tell.ts";
import { tokensOf } from "./tokens.ts";

export interface GitHub {
  /** REST below it and below `/api/v3`, GraphQL at `/graphql` and `/api/graphql`, git at `/<owner>/<name>.git`. */
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Requests that GitHub's description does not know: a run with one of them would fail there. And answers that it would not give. */
  readonly violations: readonly Violation[];
  /** Every request that was to change something, with its body. */
  readonly sent: readonly string[];
  /** The Apps of the options with their keys. */
  readonly apps: readonly App[];
  /** Webhooks that were due, in order. */
  readonly deliveries: readonly Delivery[];
  /** Somebody sends a delivery again on the App's page. */
  redeliver(delivery: Delivery): Promise<void>;
  readonly reactions: readonly Reaction[];
  readonly runs: readonly Run[];
  /** Whether the workflows of pull requests were started: by each opening, reopening and move, in order. */
  readonly starts: readonly CiStart[];
  /** Files of releases, in order. */
  readonly assets: Lab["assets"];
  /** What the runner threw. */
  readonly failures: readonly unknown[];
  /** Variables of Actions, by `owner/name`; they may be changed. */
  readonly variables: ReadonlyMap<string, Map<string, string>>;
  /** Resolves with what `until` finds, asked again whenever something happened; rejects after `milliseconds`. */
  wait<Found>(until: (github: GitHub) => Found | null | undefined | false, milliseconds?: number): Promise<Found>;
  /** Somebody makes an App of a manifest on GitHub's page, and is sent back with this code. */
  register(manifest: string): string;
  /** Somebody minimises a comment of an issue, as spam. */
  hide(comment: number): void;
  /** From now on the token is refused, as when its hour is over. */
  expire(token: string): void;
  /** Rejects where one of its answers was not as GitHub describes it. */
  close(): Promise<void>;
}

/** What has happened so far. */
type Happened = "reactions" | "events" | "runs" | "starts" | "statuses" | "failures" | "edited" | "hidden" | "codes" | "merges" | "assets";

const nothingYet = (): Pick<Lab, Happened> => ({
  reactions: [],
  events: [],
  runs: [],
  starts: [],
  statuses: [],
  failures: [],
  edited: new Set(),
  hidden: new Set(),
  codes: new Map(),
  merges: new Map(),
  assets: [],
});

/** The variables of each repository as they are at first, by its full name. */
function variablesOf({ repositories }: GitHubOptions): Map<string, Map<string, string>> {
  return new Map(repositories.map((one) => [fullName(one), new Map(Object.entries(one.variables ?? {}))]));
}

/** Starts it. Owners of repositories are organisations; an App is installed on the owner of the first repository. */
export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const [server, bell] = [await listen(), bellOf()];
  const owners = [...new Set(options.repositories.map(({ owner }) => owner))];
  const apps = options.apps.map((app) => appOf(app, owners[0] ?? ""));
  const all = [...apps, ...owners.map((owner, index) => actionsAppOf(owner, 9000 + index))];
  const state = await startState(options, all, server.url);
  const [tokens, hooks] = [tokensOf(options.users, all), hooksOf(options, apps[0], bell.ring)];
  const lab: Lab = {
    options,
    url: server.url,
    state,
    tokens,
    apps: all,
    ...nothingYet(),
    variables: variablesOf(options),
    ring: bell.ring,
    whole: async (payload, repository, actor) =>
      (await wholeHappenings([{ event: "", payload }], repository, actor, lab))[0]?.payload ?? payload,
    async tell(happenings, repository, actor) {
      const whole = await wholeHappenings(happenings, repository, actor, lab);
      remember(whole, repository, lab);
      lab.starts.push(...whole.flatMap((one) => ciStartOf(one, repository) ?? []));
      await sendAll(whole, repository, lab, hooks);
    },
  };
  const records: Records = { requests: [], violations: [], sent: [] };
  const folder = await mkdtemp(join(tmpdir(), "loopwright-github-"));
  const gateway = gatewayOf(lab, records, bell.ring);
  server.open(gateway, await gitServer(lab, mirrorOf(lab, folder), folder, gateway));
  const { reactions, runs, starts, failures, variables, assets } = lab;
  const github: GitHub = {
    ...{ url: server.url, ...records, apps, deliveries: hooks.deliveries, redeliver: hooks.again },
    ...{ reactions, runs, starts, failures, variables, assets },
    wait: (until, milliseconds = 60_000) => bell.wait(() => until(github), milliseconds),
    register: registrarOf(lab, apps),
    hide: (comment) => void lab.hidden.add(comment),
    expire: tokens.expire,
    async close() {
      for (const { stop } of lab.runs) stop.abort();
      await Promise.all(lab.runs.map(({ done }) => done));
      await hooks.idle();
      await server.close();
      await state.close();
      await rm(folder, { recursive: true, force: true });
      refuseOwnFaults(records.violations);
    },
  };
  return github;
}

/** Whoever leaned on such an answer was told something that GitHub would not tell. */
function refuseOwnFaults(violations: readonly Violation[]): void {
  const faults = violations.filter(({ of }) => of === "answer");
  const words = faults.map(({ method, path, problems }) => `${method} ${path}: ${problems.join("; ")}`);
  if (faults.length > 0) throw new Error(`bug: the lab does not answer as GitHub describes it: ${words.slice(0, 5).join("\n")}`);
}
