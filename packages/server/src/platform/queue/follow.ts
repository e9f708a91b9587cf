// Watches over a job under way: tells now and then how far it is, and ends it when somebody has called it off.

export interface Following {
  /** Fires when the worker has to stop or the job was called off. */
  readonly signal: AbortSignal;
  calledOff(): boolean;
  /** Stops watching; resolves when nothing is being told any more. */
  end(): Promise<void>;
}

export interface FollowOptions {
  /** Tells how far the job is; resolves to whether it is still wanted. Never called while a call is under way. */
  look(): Promise<boolean>;
  /** The job's own. */
  readonly signal: AbortSignal;
  /** Told of each look that fails; the job goes on. */
  failed(error: unknown): void;
  readonly everyMs?: number;
}

const LOOK_MS = 1_000;

export function follow({ look, signal, failed, everyMs = LOOK_MS }: FollowOptions): Following {
  const off = new AbortController();
  let telling: Promise<void> | undefined;
  const timer = setInterval(() => {
    telling ??= look()
      .then((wanted) => {
        if (!wanted) off.abort(new Error('called off'));
      })
      .catch(failed)
      .finally(() => {
        telling = undefined;
      });
  }, everyMs);
  return {
    signal: AbortSignal.any([signal, off.signal]),
    calledOff: () => off.signal.aborted,
    end: async () => {
      clearInterval(timer);
      await telling;
    },
  };
}
