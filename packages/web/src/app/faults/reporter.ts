// Reports errors in the app to the operator. Errors caused by networks, browsers or their extensions are excluded.
import {
  type FaultReport,
  MAX_FAULTS,
  MAX_MESSAGE_LENGTH,
  MAX_STACK_LENGTH,
  reportFaults,
} from '@plumbline/core/features/faults/contract';
import { withoutSecrets } from '@plumbline/core/features/faults/secrets';
import { call } from '../../api/client.ts';
import { NetworkFailure, Refusal } from '../../api/failure.ts';
import { delayAfter, RETRY, type RetryRule } from '../../api/timing/retry.ts';
import { keep } from '../../ui/keep.ts';
import { isMissingPart } from '../../ui/missing-module.ts';

const KEY = 'plumbline.faults';

/** Messages from browsers and extensions that are not caused by the app. */
const NOISE = [
  /ResizeObserver loop/u,
  /^Script error\.?$/u,
  /Failed to fetch|NetworkError|Load failed|network error/iu,
  /error loading dynamically/iu,
  /(?:chrome|moz|safari(?:-web)?)-extension:/u,
];

/** Whether the app caused the error. */
export function isFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error.name === 'AbortError') return false;
  if (error instanceof NetworkFailure || error instanceof Refusal) return false;
  return !isMissingPart(error) && !NOISE.some((noise) => noise.test(error.message) || noise.test(error.stack ?? ''));
}

function kept(): FaultReport[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    // Only written by the code below.
    return Array.isArray(value) ? (value as FaultReport[]) : [];
  } catch {
    return [];
  }
}

/** Unsent reports are retried, with pauses that grow to this many milliseconds. */
const REPORT_RETRY: RetryRule = { ...RETRY, delay: 2_000, doubling: true };
const MAX_PAUSE_MS = 5 * 60_000;
/** Milliseconds to wait for an answer. */
const TIMEOUT_MS = 30_000;

let sending = false;
let failedAttempts = 0;
let again: ReturnType<typeof setTimeout> | undefined;

const same = (one: FaultReport, other: FaultReport): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Reports added meanwhile are kept. */
function removeSent(sent: readonly FaultReport[]): void {
  const left = kept().filter((one) => !sent.some((other) => same(one, other)));
  keep(KEY, JSON.stringify(left));
  failedAttempts = 0;
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
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await call(reportFaults, { body: { faults } }, { retry: { attempts: 1 }, signal });
      removeSent(faults);
    }
  } catch (error) {
    // The server refused the content; it would refuse it again.
    if (error instanceof Refusal && error.status < 429) removeSent(faults);
  } finally {
    sending = false;
  }
  if (kept().length === 0) return;
  failedAttempts += 1;
  again = setTimeout(() => void attempt(), Math.min(delayAfter(REPORT_RETRY, failedAttempts), MAX_PAUSE_MS));
}

/** Sends stored reports, retrying until all have arrived. A call while retrying resets the pauses. */
export async function sendFaults(): Promise<void> {
  failedAttempts = 0;
  await attempt();
}

// Removes characters that do not belong in a log.
const plain = (text: string, most: number) =>
  withoutSecrets(text)
    .replaceAll(/[^\P{C}\n\t]/gu, '')
    .slice(0, most);

/** Stores an error and sends it. The same error is reported once per page. */
export function reportFault(error: Error): void {
  const report: FaultReport = {
    name: plain(error.name, 100),
    message: plain(error.message, MAX_MESSAGE_LENGTH),
    stack: plain(error.stack ?? '', MAX_STACK_LENGTH),
    // Some pages have a secret in their URL.
    path: withoutSecrets(location.pathname).slice(0, 300),
    version: document.querySelector<HTMLMetaElement>('meta[name="plumbline-version"]')?.content ?? '',
    at: new Date().toISOString(),
  };
  const reported = kept();
  if (reported.some((one) => one.message === report.message && one.stack === report.stack)) return;
  keep(KEY, JSON.stringify([...reported, report].slice(-MAX_FAULTS)));
  // During a pause between retries, it is sent with the others.
  if (again === undefined) void sendFaults();
}
