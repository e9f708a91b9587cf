// Tells the operator of faults of the program. What others cause (networks, browsers, their extensions) is left out.
import {
  type FaultReport,
  LONGEST_MESSAGE,
  LONGEST_STACK,
  MOST_FAULTS,
  reportFaults,
} from '@plumbline/core/features/faults/contract';
import { withoutSecrets } from '@plumbline/core/features/faults/secrets';
import { call } from '../../api/client.ts';
import { NetworkFailure, Refusal } from '../../api/failure.ts';
import { isMissingPart } from '../../ui/missing-part.ts';

const KEY = 'plumbline.faults';

/** What browsers and their extensions say without the program being at fault. */
const NOISE = [
  /ResizeObserver loop/u,
  /^Script error\.?$/u,
  /Failed to fetch|NetworkError|Load failed|network error/iu,
  /error loading dynamically/iu,
  /(?:chrome|moz|safari(?:-web)?)-extension:/u,
];

/** Whether the program is at fault. */
export function isFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error.name === 'AbortError') return false;
  if (error instanceof NetworkFailure || error instanceof Refusal) return false;
  return !isMissingPart(error) && !NOISE.some((noise) => noise.test(error.message) || noise.test(error.stack ?? ''));
}

function kept(): FaultReport[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    // Written below, and only there.
    return Array.isArray(value) ? (value as FaultReport[]) : [];
  } catch {
    return [];
  }
}

let sending = false;

/** Sends what is kept; it stays until it has arrived. */
export async function sendFaults(): Promise<void> {
  const faults = kept();
  if (sending || faults.length === 0 || !navigator.onLine) return;
  sending = true;
  try {
    await call(reportFaults, { body: { faults } }, { retry: { attempts: 1 } });
    localStorage.setItem(KEY, JSON.stringify(kept().slice(faults.length)));
  } catch (error) {
    // Refused as it is: it would be refused again.
    if (error instanceof Refusal && error.status < 429) localStorage.removeItem(KEY);
  } finally {
    sending = false;
  }
}

// Characters that no log carries.
const plain = (text: string, most: number) =>
  withoutSecrets(text)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .slice(0, most);

/** Keeps a fault and sends it. The same one is told once a page. */
export function tellFault(error: Error): void {
  const report: FaultReport = {
    name: plain(error.name, 100),
    message: plain(error.message, LONGEST_MESSAGE),
    stack: plain(error.stack ?? '', LONGEST_STACK),
    // Some pages are opened by a secret in their address.
    path: withoutSecrets(location.pathname).slice(0, 300),
    version: document.querySelector<HTMLMetaElement>('meta[name="plumbline-version"]')?.content ?? '',
    at: new Date().toISOString(),
  };
  const told = kept();
  if (told.some((one) => one.message === report.message && one.stack === report.stack)) return;
  localStorage.setItem(KEY, JSON.stringify([...told, report].slice(-MOST_FAULTS)));
  void sendFaults();
}
