// The part of a client address that identifies one connection to the Internet; limits are counted by it.
import { isIPv6 } from 'node:net';

function groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  if (tail === undefined) return before;
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/** The address without a zone; an IPv4 address that is mapped to IPv6 as itself. */
export function plainAddress(address: string): string {
  const plain = address.split('%')[0] ?? '';
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1] ?? plain;
}

/** An IPv4 address unchanged (also if mapped to IPv6), an IPv6 address as its /64. */
export function clientAddress(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const network = groups(plain).slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
