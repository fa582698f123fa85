/** Webhooks out: signed, one after the other in each repository, with the faults that GitHub's have. */
import { createHmac, randomUUID } from "node:crypto";
import type { App } from "./app.ts";
import type { Happening } from "./happening.ts";
import type { DeliveryFault, GitHubOptions, RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";

export interface Delivery {
  readonly guid: string;
  readonly event: string;
  /** Null for events without one. */
  readonly action: string | null;
  readonly repository: string;
  readonly payload: unknown;
  /** What each sending was answered: none when it was dropped or nobody listens, two when it was doubled; 0 = no answer. */
  readonly statuses: readonly number[];
}

export interface Hooks {
  /** Every delivery that was due, in order. */
  readonly deliveries: readonly Delivery[];
  /** Sends after all that was sent before in this repository; does not wait. */
  send(happening: Happening, repository: RepositoryOptions): void;
  /** Somebody sends a delivery again on the App's page: after all that was sent before in its repository. Resolves when it was. */
  again(delivery: Delivery): Promise<void>;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
}

/** GitHub gives up a delivery after this many milliseconds (F10). */
const PATIENCE_MS = 10_000;

const TIMES: Readonly<Record<DeliveryFault | "none", number>> = { dropped: 0, none: 1, doubled: 2 };

/** `changed` is called after each delivery. */
export function hooksOf(options: GitHubOptions, app: App | undefined, changed: () => void): Hooks {
  const deliveries: Delivery[] = [];
  const queues = new Map<string, Promise<void>>();
  const sent = new Map<Delivery, number[]>();
  const queued = (name: string, task: () => Promise<void>): Promise<void> => {
    const done = (queues.get(name) ?? Promise.resolve()).then(task);
    queues.set(name, done);
    return done;
  };
  /** Recorded when it happens, not when its turn comes: between two turns nothing may look delivered that is not. */
  function recorded({ event, payload }: Happening, repository: string): Delivery {
    const statuses: number[] = [];
    const { action } = payload;
    const delivery = { guid: randomUUID(), event, action: typeof action === "string" ? action : null, repository, payload, statuses };
    deliveries.push(delivery);
    sent.set(delivery, statuses);
    return delivery;
  }
  async function deliver(delivery: Delivery): Promise<void> {
    const { event, action } = delivery;
    const url = options.hookUrl();
    const times = TIMES[options.deliveryFault?.({ event, action }) ?? "none"];
    for (let time = 0; url !== null && time < times; time += 1) sent.get(delivery)?.push(await post(url, delivery, options.secret, app));
    changed();
  }
  return {
    deliveries,
    send(happening, repository) {
      const name = fullName(repository);
      const delivery = recorded(happening, name);
      void queued(name, () => deliver(delivery));
    },
    again: (delivery) =>
      queued(delivery.repository, async () => {
        const url = options.hookUrl();
        if (url !== null) sent.get(delivery)?.push(await post(url, delivery, options.secret, app));
        changed();
      }),
    async idle() {
      await Promise.all(queues.values());
    },
  };
}

async function post(url: string, { guid, event, payload }: Delivery, secret: string, app: App | undefined): Promise<number> {
  const body = JSON.stringify(payload);
  const headers = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/lab",
    "x-github-event": event,
    "x-github-delivery": guid,
    "x-github-hook-id": "1",
    "x-github-hook-installation-target-type": "integration",
    "x-github-hook-installation-target-id": String(app?.id ?? 0),
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  try {
    return (await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE_MS) })).status;
  } catch {
    // GitHub shows a delivery that nobody answered as failed, and does not send it again (F10).
    return 0;
  }
}
