// Whether a client's address is in one of the networks that an organisation allows.
import { BlockList, isIPv6 } from 'node:net';
import { plainAddress } from './client-address.ts';

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of networks) {
    const [address = '', bits] = one.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

/** No networks allow every address. An address that cannot be read is in none. */
export function isAllowed(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const plain = plainAddress(address);
  return listOf(networks).check(plain, family(plain));
}
