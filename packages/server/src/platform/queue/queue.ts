// Work that happens later, in a worker: put in with the transaction that causes it, done at least once.

/** Whatever runs SQL: a pool, or the client of the transaction under way. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

export type JobOptions = {
  /** Jobs of one key are one job: a waiting one is replaced by the newer. */
  key?: string;
  /** How often it is tried in all; 25 unless told. */
  maxAttempts?: number;
  runAt?: Date;
  /** Jobs of one queue name run one after the other. */
  queueName?: string;
  /** Smaller runs sooner; 0 by default. */
  priority?: number;
};

/** A job that takes long, of an owner who may have many. */
export type FairOptions = Pick<JobOptions, 'key' | 'maxAttempts'> & {
  /** Jobs of one owner run in their order; workers alternate between owners. */
  owner: string;
};

export type JobContext = {
  /** The job's own id; the same at each attempt. */
  id: string;
  /** 1 at the first try. */
  attempt: number;
  maxAttempts: number;
  /** Fires when the worker has to stop and the job should come to an end soon; it is tried again elsewhere. */
  signal: AbortSignal;
};

export type Task = (payload: unknown, context: JobContext) => Promise<void>;
export type Tasks = Readonly<Record<string, Task>>;

export interface Queue {
  /** Puts a job in, within the transaction of `db` where it is one. */
  enqueue(db: Queryable, task: string, payload: unknown, options?: JobOptions): Promise<void>;
  /** As `enqueue`, for heavy jobs: they are shared fairly between owners, and light jobs run before them. */
  enqueueFair(db: Queryable, task: string, payload: unknown, options: FairOptions): Promise<void>;
  /** Puts in one job for each payload, at once. */
  enqueueAll(
    db: Queryable,
    task: string,
    payloads: readonly unknown[],
    options?: Pick<JobOptions, 'maxAttempts' | 'priority'>,
  ): Promise<void>;
}
