/** Clients of GitHub as adapters of ours take them, for tests that hold no secret. */
import type { Api, Client } from "#adapters/octokit/api.ts";
import { checked, type Gate } from "#adapters/octokit/outgoing.ts";
import { guardOver } from "#core/redact.ts";

/** A gate that knows these secrets; `told` gets what it warns of. */
export function aGate(secrets: readonly string[] = [], told: string[] = []): Gate {
  return { guard: guardOver(secrets), warn: (line) => void told.push(line) };
}

/** The client, behind a gate that knows no secret. */
export function ours<C extends Client>(client: C): C & Api {
  return checked(client, aGate());
}
