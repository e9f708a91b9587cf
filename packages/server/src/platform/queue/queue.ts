// Background jobs: enqueued in the transaction that causes them, run at least once by a worker.

/** Anything that runs SQL: a pool, or the client of the current transaction. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

export type JobOptions = {
  /** Jobs with the same key are one job: a newer one replaces a waiting one. */
  key?: string;
  /** Total number of attempts; 25 by default. */
  maxAttempts?: number;
  runAt?: Date;
  /** Jobs with the same queue name run one after the other. */
  queueName?: string;
  /** Lower values run sooner; 0 by default. */
  priority?: number;
};

/** A long-running job of an owner who may have many. */
export type FairOptions = Pick<JobOptions, 'key' | 'maxAttempts'> & {
  /** Jobs of one owner run in order; workers alternate between owners. */
  owner: string;
};

export type JobContext = {
  /** The job's id; the same for each attempt. */
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  maxAttempts: number;
  /** Aborted when the worker has to stop and the job should end soon; it is then retried by another worker. */
  signal: AbortSignal;
};

export type Task = (payload: unknown, context: JobContext) => Promise<void>;
export type Tasks = Readonly<Record<string, Task>>;

export interface Queue {
  /** Enqueues a job, within the transaction of `db` if there is one. */
  enqueue(db: Queryable, task: string, payload: unknown, options?: JobOptions): Promise<void>;
  /** As `enqueue`, for heavy jobs: they are shared fairly between owners, and light jobs run before them. */
  enqueueFair(db: Queryable, task: string, payload: unknown, options: FairOptions): Promise<void>;
  /** Lets the imports of an organisation take turns with their waiting jobs of this task, imports with few jobs first. */
  interleaveImports(db: Queryable, task: string, organisationId: string): Promise<void>;
  /** Moves the waiting heavy job with this key before the other heavy jobs. */
  hurry(db: Queryable, key: string): Promise<void>;
  /** Enqueues one job per payload in a single statement. */
  enqueueAll(
    db: Queryable,
    task: string,
    payloads: readonly unknown[],
    options?: Pick<JobOptions, 'maxAttempts' | 'priority'>,
  ): Promise<void>;
}
