// Monitors a running job: reports its progress periodically, and aborts it when someone has cancelled it.

export interface Follower {
  /** Aborted when the worker has to stop or the job was cancelled. */
  readonly signal: AbortSignal;
  cancelled(): boolean;
  /** Stops monitoring; resolves when no check is running any more. */
  end(): Promise<void>;
}

export interface FollowOptions {
  /** Reports the progress of the job; resolves to whether it is still wanted. Calls never overlap. */
  look(): Promise<boolean>;
  /** The job's own signal. */
  readonly signal: AbortSignal;
  /** Called for each failed check; the job continues. */
  failed(error: unknown): void;
  readonly everyMs?: number;
}

const POLL_INTERVAL_MS = 1_000;

export function follow({ look, signal, failed, everyMs = POLL_INTERVAL_MS }: FollowOptions): Follower {
  const off = new AbortController();
  let telling: Promise<void> | undefined;
  const timer = setInterval(() => {
    telling ??= look()
      .then((requested) => {
        if (!requested) off.abort(new Error('cancelled'));
      })
      .catch(failed)
      .finally(() => {
        telling = undefined;
      });
  }, everyMs);
  return {
    signal: AbortSignal.any([signal, off.signal]),
    cancelled: () => off.signal.aborted,
    end: async () => {
      clearInterval(timer);
      await telling;
    },
  };
}
