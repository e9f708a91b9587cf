// Which failed requests are tried again, and when.

export type RetryRule = {
  /** Attempts in all, the first one counted. */
  attempts: number;
  /** Milliseconds before the next attempt. */
  delay: number;
  doubling: boolean;
  /** Status codes tried again although they are below 500. */
  statuses: readonly number[];
  /** Also try again when no answer came at all. */
  onNetworkFailure: boolean;
};

export const RETRY: RetryRule = { attempts: 3, delay: 1_000, doubling: false, statuses: [], onNetworkFailure: false };

/** Whether an answer (`status`) or a missing one (`undefined`) earns another attempt. */
export function retries(rule: RetryRule, method: string, status: number | undefined): boolean {
  if (status === undefined) return rule.onNetworkFailure;
  if (rule.statuses.includes(status)) return true;
  if (status === 504) return method === 'GET';
  return status >= 500;
}

/** Milliseconds to wait after attempt number `attempt` (from 1). */
export function delayAfter(rule: RetryRule, attempt: number): number {
  return rule.doubling ? rule.delay * 2 ** (attempt - 1) : rule.delay;
}
