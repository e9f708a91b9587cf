// Which failed requests are retried, and when.

export type RetryRule = {
  /** Total attempts, including the first. */
  attempts: number;
  /** Milliseconds before the next attempt. */
  delay: number;
  doubling: boolean;
  /** Status codes below 500 that are retried as well. */
  statuses: readonly number[];
  /** Also retry when there was no response at all. */
  onNetworkFailure: boolean;
};

export const RETRY: RetryRule = { attempts: 3, delay: 1_000, doubling: false, statuses: [], onNetworkFailure: false };

/** Whether a response (`status`) or a missing one (`undefined`) is retried. */
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
