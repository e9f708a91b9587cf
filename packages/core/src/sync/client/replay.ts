// Replays this device's edits on top of the server's rows, so that the screen shows both and a refused edit leaves no
// trace.
import { AppError } from '../../kernel/errors.ts';
import { same } from '../../kernel/same.ts';
import { BufferedTx, type RowReader } from '../../site/buffered-tx.ts';
import type { Entity, Rows } from '../../site/entities.ts';
import type { AnyRow, Batch, Edit, LocalReader } from './store.ts';

/** Rows as the server has them; undefined where the server has none or the member may not see it. */
export class ServerRows {
  readonly #tables = new Map<Entity, Map<string, AnyRow | undefined>>();

  set(entity: Entity, id: string, row: AnyRow | undefined): void {
    const table = this.table(entity);
    // Deleted first, so that the iteration order is that of the last change.
    table.delete(id);
    table.set(id, row);
  }

  table(entity: Entity): Map<string, AnyRow | undefined> {
    let table = this.#tables.get(entity);
    if (!table) {
      table = new Map();
      this.#tables.set(entity, table);
    }
    return table;
  }

  *[Symbol.iterator](): Generator<{ entity: Entity; id: string; row: AnyRow | undefined }> {
    for (const [entity, table] of this.#tables) for (const [id, row] of table) yield { entity, id, row };
  }
}

/** A project's rows on the device, seen through a layer of newer rows. */
export class LayeredRows implements RowReader {
  readonly #reader: LocalReader;
  readonly #projectId: string;
  readonly layer = new ServerRows();

  constructor(reader: LocalReader, projectId: string) {
    this.#reader = reader;
    this.#projectId = projectId;
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const table = this.layer.table(entity);
    // A table only ever holds rows of its entity.
    if (table.has(id)) return table.get(id) as Rows[E] | undefined;
    const row = await this.#reader.row(entity, id);
    return row?.projectId === this.#projectId ? row : undefined;
  }

  async find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    const table = this.layer.table(entity) as Map<string, Rows[E] | undefined>;
    const below = await this.#reader.find(entity, field, value);
    const found = below.filter((row) => row.projectId === this.#projectId && !table.has(row.id));
    for (const row of table.values()) if (row && row[field] === value) found.push(row);
    return found;
  }
}

/** The actions. They are not needed to show content, so that a program may load them after what shows it. */
export const loadActions = () => import('../registry.ts');

/** The code of a refusal; any other error is a bug, which must not stop a device from syncing. */
function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'internal';
}

/** Applies one edit to the rows. Returns its writes; throws what the action throws. */
export async function tryEdit(
  rows: RowReader,
  userId: string,
  edit: Pick<Edit, 'projectId' | 'name' | 'input' | 'at'>,
) {
  const { runAction } = await loadActions();
  const tx = new BufferedTx(rows, { projectId: edit.projectId, now: edit.at, nextNumber: async () => null });
  await runAction(tx, userId, edit.name, edit.input);
  return (await tx.writes()).filter((write) => write.changed);
}

/**
 * Merges the server's rows and replays the edits on top, in order. Returns the rows and base rows to commit, and the
 * edits whose doubt has changed. An edit refused here stays queued: the server may see more and decides.
 */
export async function rebase(
  reader: LocalReader,
  who: { userId: string; projectId: string },
  server: ServerRows,
  edits: readonly Edit[],
): Promise<Required<Pick<Batch, 'rows' | 'base' | 'edits'>>> {
  const layered = new LayeredRows(reader, who.projectId);
  const base = await reader.base(who.projectId);
  const before = new ServerRows();
  for (const { entity, id, row } of base) before.set(entity, id, row ?? undefined);
  for (const { entity, id, row } of server) before.set(entity, id, row);
  for (const { entity, id, row } of before) layered.layer.set(entity, id, row);
  const edited = new Map<Entity, Set<string>>();
  const doubts: { n: number; edit: Edit }[] = [];
  // Loaded before: code that cannot be loaded is no reason to doubt an edit.
  if (edits.length > 0) await loadActions();
  for (const edit of edits) {
    let code: string | undefined;
    try {
      for (const { entity, id, before: was, after } of await tryEdit(layered, who.userId, edit)) {
        if (!before.table(entity).has(id)) before.set(entity, id, was);
        layered.layer.set(entity, id, after);
        edited.set(entity, (edited.get(entity) ?? new Set()).add(id));
      }
    } catch (error) {
      code = codeOf(error);
    }
    if (code !== edit.doubt) {
      const { doubt: _, ...rest } = edit;
      doubts.push({ n: edit.n, edit: code === undefined ? rest : { ...rest, doubt: code } });
    }
  }
  const known = new Set(base.map(({ entity, id }) => `${entity} ${id}`));
  const rows = [...layered.layer];
  const nextBase: { entity: Entity; id: string; projectId: string; row: AnyRow | null | undefined }[] = [];
  for (const { entity, id, row } of rows) {
    const was = before.table(entity).get(id);
    const differs = edited.get(entity)?.has(id) === true && !same(was, row);
    if (differs) nextBase.push({ entity, id, projectId: who.projectId, row: was ?? null });
    else if (known.has(`${entity} ${id}`)) nextBase.push({ entity, id, projectId: who.projectId, row: undefined });
  }
  return { rows, base: nextBase, edits: doubts };
}
