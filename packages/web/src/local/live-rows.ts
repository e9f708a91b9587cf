// Live queries over the rows on this device: each query is read once, updated by changes, and shared by all its
// watchers.
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import { ShownTogether } from './shown-together.ts';

/** The source of rows: read by id, or by an indexed field. `onPart` is called with the rows read so far. */
export interface RowSource {
  find<E extends Entity>(
    entity: E,
    field: string,
    value: string,
    onPart?: (rows: readonly Rows[E][]) => void,
  ): Promise<Rows[E][]>;
}

/** The current state of one row; undefined when it no longer exists. */
export type RowChange = { entity: Entity; id: string; row: Rows[Entity] | undefined };
/** What changed: the rows themselves or, where there are too many, the entities to read again. */
export type RowChanges = { rows: readonly RowChange[] } | { again: readonly Entity[] };

type Row = Rows[Entity];
type Listener = () => void;

/**
 * Minimum delay in milliseconds before reading again, and the multiple of the last read's duration used where that is
 * longer.
 */
const QUIET_MS = 150;
const MAX_QUIET_PERIODS = 4;
/**
 * Maximum rows kept up to date while unwatched: the pins, tasks and photos of a large project, for moving between
 * lists.
 */
const MAX_KEPT_ROWS = 80_000;
/** A part is shown when it has this many times the rows of the last one: each is sorted and filtered as a whole. */
const PART_GROWTH = 4;

/** The sorted list with these changes applied, or the same list where nothing in it changed. */
export function withChanges(list: readonly Row[], changes: ReadonlyMap<string, Row | undefined>): readonly Row[] {
  const known = new Set<string>();
  let touched = false;
  const next: Row[] = [];
  for (const row of list) {
    if (!changes.has(row.id)) {
      next.push(row);
      continue;
    }
    touched = true;
    known.add(row.id);
    const now = changes.get(row.id);
    if (now) next.push(now);
  }
  const added = [...changes].filter(([id, row]) => row && !known.has(id));
  if (!touched && added.length === 0) return list;
  for (const [, row] of added) if (row) next.push(row);
  if (added.length > 0) next.sort((a, b) => (a.id < b.id ? -1 : 1));
  return next;
}

type Shared = { source: RowSource; together: ShownTogether; partsChanged: Listener };

class LiveQuery {
  readonly entity: Entity;
  readonly #field: string;
  readonly #value: string;
  readonly #source: RowSource;
  readonly #together: ShownTogether;
  readonly #partsChanged: Listener;
  readonly #listeners = new Set<Listener>();
  readonly #partListeners = new Set<Listener>();
  #rows: readonly Row[] | undefined;
  /** The rows read so far, until all are read. */
  #part: readonly Row[] | undefined;
  #reading = false;
  #stale = false;
  /** Changes received during a read: it may have read the rows as they were before. */
  readonly #meanwhile = new Map<string, Row | undefined>();
  #took = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = 0;

  constructor(shared: Shared, entity: Entity, field: string, value: string) {
    const { source, together, partsChanged } = shared;
    this.#source = source;
    this.#together = together;
    this.entity = entity;
    this.#field = field;
    this.#value = value;
    this.#partsChanged = partsChanged;
  }

  get idle(): boolean {
    return this.#listeners.size === 0;
  }

  /** All rows; undefined until they are read. */
  readonly snapshot = (): readonly Row[] | undefined => this.#rows;

  /** All rows or, until these are read, the first ones; undefined until there are any. */
  readonly soFar = (): readonly Row[] | undefined => this.#rows ?? this.#part;

  /** Whether `soFar` is only a part. */
  get partial(): boolean {
    return this.#rows === undefined && this.#part !== undefined;
  }

  /** Whether rows that changed in too many places are still to be read again. */
  get behind(): boolean {
    return this.#timer !== undefined || (this.#reading && this.#rows !== undefined);
  }

  /** The listener is called when the rows have changed; with `soFar`, also when further ones are read. */
  subscribe(listener: Listener, { soFar = false } = {}): () => void {
    this.#listeners.add(listener);
    if (soFar) this.#partListeners.add(listener);
    if (this.#rows === undefined && !this.#reading) void this.#read();
    return () => {
      this.#listeners.delete(listener);
      this.#partListeners.delete(listener);
      this.#left = performance.now();
    };
  }

  /** When the query was last watched. */
  get left(): number {
    return this.#left;
  }

  async #read(): Promise<void> {
    if (this.#reading) {
      this.#stale = true;
      return;
    }
    this.#reading = true;
    this.#stale = false;
    this.#meanwhile.clear();
    const begun = performance.now();
    this.#together.begin();
    const rows = await this.#source
      .find(this.entity, this.#field, this.#value, (part) => this.#showPart(part))
      .catch(() => undefined);
    this.#took = performance.now() - begun;
    this.#together.end(() => {
      this.#reading = false;
      const stale = this.#stale;
      if (rows && !(stale && this.idle)) this.#show(withChanges(rows, this.#meanwhile));
      if (stale) this.again();
      this.#partsChanged();
    });
  }

  #showPart(rows: readonly Row[]): void {
    if (this.#rows !== undefined || this.#partListeners.size === 0) return;
    if (rows.length < (this.#part?.length ?? 0) * PART_GROWTH) return;
    const isFirst = this.#part === undefined;
    this.#part = withChanges([...rows], this.#meanwhile);
    for (const listener of [...this.#partListeners]) listener();
    if (isFirst) this.#partsChanged();
  }

  #show(rows: readonly Row[]): void {
    if (rows === this.#rows) return;
    this.#part = undefined;
    this.#rows = rows;
    for (const listener of [...this.#listeners]) listener();
  }

  again(): void {
    if (this.idle) {
      this.#stale = this.#reading;
      this.#rows = undefined;
      this.#part = undefined;
      return;
    }
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.#read();
      },
      Math.max(QUIET_MS, this.#took * MAX_QUIET_PERIODS),
    );
  }

  take(changes: readonly RowChange[]): void {
    const mine = new Map<string, Row | undefined>();
    for (const { id, row } of changes) {
      const fits = row && (row as Record<string, unknown>)[this.#field] === this.#value;
      mine.set(id, fits ? row : undefined);
    }
    if (this.#reading) for (const [id, row] of mine) this.#meanwhile.set(id, row);
    if (this.#rows !== undefined) this.#show(withChanges(this.#rows, mine));
  }
}

export class LiveRows {
  readonly #shared: Shared;
  readonly #queries = new Map<string, LiveQuery>();
  readonly #partListeners = new Set<Listener>();

  constructor(source: RowSource) {
    const partsChanged = () => {
      for (const listener of [...this.#partListeners]) listener();
    };
    this.#shared = { source, together: new ShownTogether(), partsChanged };
  }

  /** The listener is called when a query becomes partial, and when it has been read. */
  onParts(listener: Listener): () => void {
    this.#partListeners.add(listener);
    return () => this.#partListeners.delete(listener);
  }

  query(entity: Entity, field: string, value: string): LiveQuery {
    const key = `${entity} ${field} ${value}`;
    const known = this.#queries.get(key);
    if (known) return known;
    const created = new LiveQuery(this.#shared, entity, field, value);
    this.#queries.set(key, created);
    return created;
  }

  /** Evicts unwatched queries, except the most recently watched: a screen that is reopened shows them immediately. */
  tidy(): void {
    let room = MAX_KEPT_ROWS;
    const idle = [...this.#queries].filter(([, query]) => query.idle);
    for (const [key, query] of idle.sort(([, a], [, b]) => b.left - a.left)) {
      const rows = query.snapshot();
      room -= 1 + (rows?.length ?? 0);
      if (!rows || room < 0) this.#queries.delete(key);
    }
  }

  /** Whether a list of the project, or of the value of another field, shows only the rows read so far. */
  isPartial(value: string, field = 'projectId'): boolean {
    return ENTITY_NAMES.some((entity) => {
      const query = this.#queries.get(`${entity} ${field} ${value}`);
      return query?.partial === true && !query.idle;
    });
  }

  /** Whether a watched list of the project lacks rows that have reached this device. */
  isBehind(projectId: string): boolean {
    return ENTITY_NAMES.some((entity) => {
      const query = this.#queries.get(`${entity} projectId ${projectId}`);
      return query?.behind === true && !query.idle;
    });
  }

  changed(changes: RowChanges): void {
    if ('again' in changes) {
      for (const query of this.#queries.values()) if (changes.again.includes(query.entity)) query.again();
      return;
    }
    const byEntity = Map.groupBy(changes.rows, (one) => one.entity);
    for (const query of this.#queries.values()) {
      const mine = byEntity.get(query.entity);
      if (mine) query.take(mine);
    }
  }
}
