// Faults that nothing has caught: told to the operator, and shown on the page for them, which knows where one was.
import { isMissingPart } from '../../ui/missing-part.ts';
import { isFault, sendFaults, tellFault } from './reporter.ts';

export const FAULT_PAGE = '/javascriptError';

let last: unknown;

/** What led to the page for faults; undefined where somebody came to it by its address. */
export const lastFault = (): unknown => last;

export const faultAddress = (from: string): string => `${FAULT_PAGE}?from=${encodeURIComponent(from)}`;

/** Where one was: an address of this program, or its beginning. */
export function wayBack(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/u.test(from) || from.startsWith(FAULT_PAGE)) return '/';
  return from;
}

/** Notes a fault, and returns the address to show it at; undefined where it is none of the program's. */
export function noteFault(error: unknown): string | undefined {
  if (!isMissingPart(error)) {
    if (!isFault(error)) return undefined;
    tellFault(error);
  }
  last = error;
  const { pathname, search } = location;
  return pathname === FAULT_PAGE ? undefined : faultAddress(pathname + search);
}

/** Listens; `show` leads to an address of the program. */
export function watchFaults(show: (address: string) => void): void {
  const seen = (error: unknown) => {
    const address = noteFault(error);
    if (address !== undefined) show(address);
  };
  addEventListener('error', (event) => seen(event.error));
  addEventListener('unhandledrejection', (event) => {
    // The screen itself stands: what was not awaited is told to the operator only.
    if (isFault(event.reason)) tellFault(event.reason);
  });
  addEventListener('online', () => void sendFaults());
  void sendFaults();
}
