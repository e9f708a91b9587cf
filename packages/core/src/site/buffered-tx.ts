// The transaction that actions run in, over any row reader: writes are buffered until the store commits them together.
import { same } from '../kernel/same.ts';
import { ENTITY_NAMES, type Entity, INDEXES, type Rows, type SiteTx } from './entities.ts';

/** What a store must provide for actions to run on it. Rows of other projects are invisible. */
export interface RowReader {
  get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined>;
  find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]>;
  /** The rows that exist, read at once; optional for stores that read single rows just as fast. */
  many?<E extends Entity>(entity: E, ids: readonly string[]): Promise<Rows[E][]>;
}

/** One row to commit. `before` is undefined for a new one; a touched row has equal sides. */
export type Write<E extends Entity = Entity> = {
  entity: E;
  id: string;
  before: Rows[E] | undefined;
  after: Rows[E];
  /** False for a row that is only marked to be pulled again. */
  changed: boolean;
};

type TxContext = {
  projectId: string;
  now: string;
  nextNumber: SiteTx['nextNumber'];
};

type Slot = { before: { row: unknown } | undefined; after: unknown; touched: boolean };

export class BufferedTx implements SiteTx {
  readonly projectId: string;
  readonly #reader: RowReader;
  readonly #around: TxContext;
  readonly #slots = new Map<Entity, Map<string, Slot>>(ENTITY_NAMES.map((entity) => [entity, new Map()]));

  constructor(reader: RowReader, around: TxContext) {
    this.projectId = around.projectId;
    this.#reader = reader;
    this.#around = around;
  }

  #slot(entity: Entity, id: string): Slot | undefined {
    return this.#slots.get(entity)?.get(id);
  }

  #keep(entity: Entity, id: string, slot: Slot): void {
    this.#slots.get(entity)?.set(id, slot);
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const known = this.#slot(entity, id);
    // A slot of an entity holds rows of that entity: `put` and the reader are typed accordingly.
    if (known?.after !== undefined || known?.before) return known.after as Rows[E] | undefined;
    const row = await this.#reader.get(entity, id);
    this.#keep(entity, id, { before: { row }, after: row, touched: false });
    return row;
  }

  async getMany<E extends Entity>(entity: E, ids: readonly string[]): Promise<Rows[E][]> {
    const unread = this.#reader.many ? [...new Set(ids)].filter((id) => !this.#slot(entity, id)) : [];
    if (unread.length > 0) {
      const rows = new Map(((await this.#reader.many?.(entity, unread)) ?? []).map((row) => [row.id, row]));
      for (const id of unread) {
        const row = rows.get(id);
        this.#keep(entity, id, { before: { row }, after: row, touched: false });
      }
    }
    const found: Rows[E][] = [];
    for (const id of ids) {
      const row = await this.get(entity, id);
      if (row) found.push(row);
    }
    return found;
  }

  async find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    if (!INDEXES[entity].includes(field)) throw new TypeError(`${entity} has no index on ${field}`);
    const found = new Map<string, Rows[E]>();
    for (const row of await this.#reader.find(entity, field, value)) {
      const known = this.#slot(entity, row.id);
      if (!known) this.#keep(entity, row.id, { before: { row }, after: row, touched: false });
      else if (!known.before) known.before = { row };
      found.set(row.id, row);
    }
    for (const [id, slot] of this.#slots.get(entity) ?? []) {
      const row = slot.after as Rows[E] | undefined;
      if (row === undefined) continue;
      if (row[field] === value) found.set(id, row);
      else found.delete(id);
    }
    // The same order on every store, so that an action behaves identically everywhere.
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  put<E extends Entity>(entity: E, row: Rows[E]): void {
    if (row.projectId !== this.projectId) throw new TypeError(`row belongs to another project: ${entity} ${row.id}`);
    const known = this.#slot(entity, row.id);
    if (known) known.after = row;
    else this.#keep(entity, row.id, { before: undefined, after: row, touched: false });
  }

  async touch<E extends Entity>(entity: E, id: string): Promise<void> {
    if ((await this.get(entity, id)) === undefined) return;
    const known = this.#slot(entity, id);
    if (known) known.touched = true;
  }

  nextNumber(series: 'pin' | 'task' | 'report'): Promise<number | null> {
    return this.#around.nextNumber(series);
  }

  now(): string {
    return this.#around.now;
  }

  /** Reads the stored version of rows that were put without having been read. */
  async #lookBehind(entity: Entity): Promise<void> {
    const unread = [...(this.#slots.get(entity) ?? [])].filter(([, slot]) => slot.before === undefined);
    if (unread.length === 0 || !this.#reader.many) return;
    const rows = await this.#reader.many(
      entity,
      unread.map(([id]) => id),
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const [id, slot] of unread) slot.before = { row: known.get(id) };
  }

  /** The rows to commit, entities in order of dependency. Rows put back unchanged are omitted. */
  async writes(): Promise<Write[]> {
    const list: Write[] = [];
    for (const entity of ENTITY_NAMES) {
      await this.#lookBehind(entity);
      for (const [id, slot] of this.#slots.get(entity) ?? []) {
        if (slot.after === undefined || (slot.before?.row === slot.after && !slot.touched)) continue;
        slot.before ??= { row: await this.#reader.get(entity, id) };
        const before = slot.before.row as Rows[Entity] | undefined;
        const after = slot.after as Rows[Entity];
        const changed = !same(before, after);
        if (changed || slot.touched) list.push({ entity, id, before, after, changed });
      }
    }
    return list;
  }
}
