// The common interface of every store. Actions await nothing else, so they run identically in a browser and on a
// server.

/** Every row of a store's tables has an id and a project id. */
export type BaseRow = { id: string; projectId: string };

/**
 * A buffered transaction on one project: reads see the transaction's own writes, and all writes are committed together or not at
 * all. Rows are plain data and never mutated; `put` replaces the row with that id.
 */
export interface Tx<Rows extends { [K in keyof Rows]: BaseRow }> {
  readonly projectId: string;
  /** The row, or undefined if this project has none with that id. */
  get<E extends keyof Rows>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** The rows that exist, in the order of the ids; read in one query where the store supports it. */
  getMany<E extends keyof Rows>(entity: E, ids: readonly string[]): Promise<Rows[E][]>;
  /** All rows whose `field` equals `value`; only for fields the entity declares as indexes. */
  find<E extends keyof Rows>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  put<E extends keyof Rows>(entity: E, row: Rows[E]): void;
  /**
   * Marks the row as changed so that everyone who may see it pulls it again, e.g. after their permissions have changed.
   */
  touch<E extends keyof Rows>(entity: E, id: string): Promise<void>;
  /** The next number of a series of the project; null where only the server can assign it. */
  nextNumber(series: 'pin' | 'task' | 'report'): Promise<number | null>;
  /**
   * The time of the store that runs the action: the device's while the edit is queued, finally the server's. ISO 8601,
   * UTC.
   */
  now(): string;
}
