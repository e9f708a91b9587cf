// Which IP addresses are public. All others are internal, and are called only if the operator allows it.
import { BlockList, isIP } from 'node:net';

const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv4');
}

// Only global unicast IPv6 addresses are public, except the ranges that embed IPv4 addresses or are for documentation.
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const CARRIERS = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  CARRIERS.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is public; false for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !INSIDE.check(address, 'ipv4');
  if (kind !== 6 || address.includes('%')) return false;
  return GLOBAL.check(address, 'ipv6') && !CARRIERS.check(address, 'ipv6');
}
