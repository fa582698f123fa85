/** Decides which hosts a setup command may reach, and at which addresses. */
import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { isPublic } from "#adapters/public-address.ts";

/** The hosts that may be reached. `onRefused` gets each other host that was asked for, as it was written. */
export interface Egress {
  readonly hosts: readonly string[];
  readonly onRefused: (host: string) => void;
}

/** The internet as the proxy sees it. */
export interface OutwardNetwork {
  /** All addresses of a host. */
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
  readonly allows: (address: string) => boolean;
  readonly connect: (address: string, port: number) => Socket;
}

/** The real internet. */
export const INTERNET: OutwardNetwork = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  allows: isPublic,
  connect: (address, port) => connect({ host: address, port }),
};

/** The host of an authority at this port, in lower case; null when it is written in any other way. Pure. */
export function hostAt(authority: string, port: number): string | null {
  const [, host, asked] = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/i.exec(authority) ?? [];
  return host !== undefined && Number(asked ?? port) === port ? host.toLowerCase() : null;
}

/**
 * One address of a host, looked up once and used for the connection; null when there is none, or any of them is not
 * public.
 */
export async function pinnedAddress(host: string, { addressesOf, allows }: OutwardNetwork): Promise<string | null> {
  const addresses = await addressesOf(host).catch(() => []);
  return addresses.every(allows) ? (addresses[0] ?? null) : null;
}
