// What a domain says about itself in its TXT records.
import { Resolver } from 'node:dns/promises';

export interface DomainRecords {
  /** The texts at a name; empty where there are none. Throws where nobody could be asked. */
  texts(name: string): Promise<string[]>;
}

const ABSENT = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);

/** Asks the name servers of the machine, or those that are named, as `address` or `address:port`. */
export function dnsRecords(servers: readonly string[]): DomainRecords {
  return {
    async texts(name) {
      const resolver = new Resolver({ timeout: 3_000, tries: 2 });
      if (servers.length > 0) resolver.setServers([...servers]);
      try {
        const found = await resolver.resolveTxt(name);
        return found.map((pieces) => pieces.join(''));
      } catch (error) {
        if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return [];
        throw error;
      }
    },
  };
}
