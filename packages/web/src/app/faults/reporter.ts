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
import { delayAfter, RETRY, type RetryRule } from '../../api/retry.ts';
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

/** What has not arrived is sent again, with pauses that grow to this many milliseconds. */
const AGAIN: RetryRule = { ...RETRY, delay: 2_000, doubling: true };
const LONGEST_PAUSE = 5 * 60_000;
/** Milliseconds an answer is waited for. */
const PATIENCE = 30_000;

let sending = false;
let vain = 0;
let again: ReturnType<typeof setTimeout> | undefined;

const same = (one: FaultReport, other: FaultReport): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was told meanwhile stays. */
function letGo(sent: readonly FaultReport[]): void {
  const left = kept().filter((one) => !sent.some((other) => same(one, other)));
  localStorage.setItem(KEY, JSON.stringify(left));
  vain = 0;
}

async function attempt(): Promise<void> {
  if (sending) return;
  clearTimeout(again);
  again = undefined;
  const faults = kept();
  if (faults.length === 0) return;
  sending = true;
  try {
    if (navigator.onLine) {
      const signal = AbortSignal.timeout(PATIENCE);
      await call(reportFaults, { body: { faults } }, { retry: { attempts: 1 }, signal });
      letGo(faults);
    }
  } catch (error) {
    // Refused as it is: it would be refused again.
    if (error instanceof Refusal && error.status < 429) letGo(faults);
  } finally {
    sending = false;
  }
  if (kept().length === 0) return;
  vain += 1;
  again = setTimeout(() => void attempt(), Math.min(delayAfter(AGAIN, vain), LONGEST_PAUSE));
}

/** Sends what is kept, now and then again until all of it has arrived. Where that is under way, its pauses begin anew. */
export async function sendFaults(): Promise<void> {
  vain = 0;
  await attempt();
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
  // Where a pause is made, it goes with the others.
  if (again === undefined) void sendFaults();
}
