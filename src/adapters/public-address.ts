/**
 * Decides whether an IP address belongs to the public internet: DNS that a stranger controls may name this machine or
 * its network.
 */
import { BlockList, isIPv4 } from "node:net";

/** https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Not in the registry of IANA: every machine of Azure reaches its own host there.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/**
 * Of IPv6 only 2000::/3 is public; within it these are not: tunnels to an IPv4 address, and addresses for
 * documentation.
 */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

function listOf(nets: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}

const CLOSED_4 = listOf(NOT_PUBLIC_4, "ipv4");
const CLOSED_6 = listOf(NOT_PUBLIC_6, "ipv6");
const OPEN_6 = listOf([["2000::", 3]], "ipv6");

/** True for a public address of IPv4 or IPv6: no loopback, link-local or private range. Pure. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !CLOSED_4.check(address, "ipv4");
  return OPEN_6.check(address, "ipv6") && !CLOSED_6.check(address, "ipv6");
}
