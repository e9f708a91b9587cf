// Extracts email addresses from pasted text: one per line, separated by commas or semicolons, or as copied from email
// clients.
import { email } from '@plumbline/core/features/auth/contract';

/** Each address once, in lower case; `wrong` lists what is not an address. */
export function addressesIn(text: string): { addresses: string[]; wrong: string[] } {
  const parts = text
    // "Anna Berger" <anna@example.org>
    .replaceAll(/[^\n,;]*<([^<>\s]+)>/gu, ' $1 ')
    .split(/[\s,;]+/u)
    .filter(Boolean);
  const addresses = new Set<string>();
  const wrong: string[] = [];
  for (const part of parts) {
    const read = email.safeParse(part);
    if (read.success) addresses.add(read.data);
    else wrong.push(part);
  }
  return { addresses: [...addresses], wrong };
}
