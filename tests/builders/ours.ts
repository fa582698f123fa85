/** Clients of GitHub as adapters of ours take them, for tests that hold no secret. */
import type { Api, Client } from "#adapters/github/client/api.ts";
import { type OutgoingGuard, withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";

/** A gate that knows these secrets; `told` gets what it warns of. */
export function aGate(secrets: readonly string[] = [], told: string[] = []): OutgoingGuard {
  return { guard: secretGuardOver(secrets), warn: (line) => void told.push(line) };
}

/** The client, behind a gate that knows no secret. */
export function ours<C extends Client>(client: C): C & Api {
  return withOutgoingGuard(client, aGate());
}
