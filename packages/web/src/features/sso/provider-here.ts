// Which provider this browser signed in by, as long as it is signed in: to leave it too, and to come back by it.
import { z } from 'zod';

const KEY = 'plumbline.signOn';
const kept = z.object({ id: z.string(), name: z.string() });
export type ProviderHere = z.infer<typeof kept>;

export function providerHere(): ProviderHere | undefined {
  try {
    return kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export const keepProvider = (provider: ProviderHere): void => localStorage.setItem(KEY, JSON.stringify(provider));

const PENDING = 'plumbline.signOnPending';

export type Pending = { provider: ProviderHere; again: boolean };

/** What is under way in this tab, until the provider has sent it back. */
export const keepPending = (pending: Pending): void => sessionStorage.setItem(PENDING, JSON.stringify(pending));

export function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return z.object({ provider: kept, again: z.boolean() }).safeParse(JSON.parse(text ?? 'null')).data;
}
