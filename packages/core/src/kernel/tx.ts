// The one small interface over every store. Actions await nothing but this, so that they run alike in a browser and on a server.

/** Every row of a store's tables carries its id and its project. */
export type BaseRow = { id: string; projectId: string };

/**
 * A buffered transaction on one project: reads see own writes, writes land together at the end or not at all.
 * Rows are plain data and never changed in place; `put` replaces the row of that id.
 */
export interface Tx<Rows extends { [K in keyof Rows]: BaseRow }> {
  readonly projectId: string;
  /** The row, or undefined where there is none in this project. */
  get<E extends keyof Rows>(entity: E, id: string): Promise<Rows[E] | undefined>;
  /** Those of the rows that are there, in the order of the ids; read at once where the store can. */
  getMany<E extends keyof Rows>(entity: E, ids: readonly string[]): Promise<Rows[E][]>;
  /** All rows whose `field` equals `value`; only for fields the entity declares as an index. */
  find<E extends keyof Rows>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  put<E extends keyof Rows>(entity: E, row: Rows[E]): void;
  /** Hands the row out again to everybody who may see it, as when their right to see it has changed. */
  touch<E extends keyof Rows>(entity: E, id: string): Promise<void>;
  /** The next number of a series of the project; null where only the server can know it. */
  nextNumber(series: 'pin' | 'task' | 'report'): Promise<number | null>;
  /** The time of the store that runs the action: the device's while waiting, the server's for good. ISO 8601, UTC. */
  now(): string;
}
