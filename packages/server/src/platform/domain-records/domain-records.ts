// Reads the TXT records of a domain.
import { Resolver } from 'node:dns/promises';

export interface DomainRecords {
  /** The TXT records of a name; empty if there are none. Throws if no name server could be reached. */
  texts(name: string): Promise<string[]>;
}

const NOT_FOUND_CODES = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);

/** Uses the name servers of the operating system, or the given ones, as `address` or `address:port`. */
export function dnsRecords(servers: readonly string[]): DomainRecords {
  return {
    async texts(name) {
      const resolver = new Resolver({ timeout: 3_000, tries: 2 });
      if (servers.length > 0) resolver.setServers([...servers]);
      try {
        const found = await resolver.resolveTxt(name);
        return found.map((pieces) => pieces.join(''));
      } catch (error) {
        if (error instanceof Error && 'code' in error && NOT_FOUND_CODES.has(String(error.code))) return [];
        throw error;
      }
    },
  };
}
