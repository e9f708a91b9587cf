// Uncaught errors: reported to the operator and shown on the error page, which links back to where the user was.
import { isMissingPart } from '../../ui/missing-module.ts';
import { isFault, reportFault, sendFaults } from './reporter.ts';

export const FAULT_PAGE = '/javascriptError';

let last: unknown;

/** The error that led to the error page; undefined where the page was opened by its URL. */
export const lastFault = (): unknown => last;

export const faultAddress = (from: string): string => `${FAULT_PAGE}?from=${encodeURIComponent(from)}`;

/** Where the user was: a path in the app, or the start page. */
export function returnPath(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/u.test(from) || from.startsWith(FAULT_PAGE)) return '/';
  return from;
}

/** Records an error and returns the URL to show it at; undefined where the app did not cause it. */
export function noteFault(error: unknown): string | undefined {
  if (!isMissingPart(error)) {
    if (!isFault(error)) return undefined;
    reportFault(error);
  }
  last = error;
  const { pathname, search } = location;
  return pathname === FAULT_PAGE ? undefined : faultAddress(pathname + search);
}

/** Starts listening; `show` navigates to a path in the app. */
export function watchFaults(show: (address: string) => void): void {
  const seen = (error: unknown) => {
    const address = noteFault(error);
    if (address !== undefined) show(address);
  };
  addEventListener('error', (event) => seen(event.error));
  addEventListener('unhandledrejection', (event) => {
    // The screen still works: an unhandled rejection is only reported to the operator.
    if (isFault(event.reason)) reportFault(event.reason);
  });
  addEventListener('online', () => void sendFaults());
  void sendFaults();
}
