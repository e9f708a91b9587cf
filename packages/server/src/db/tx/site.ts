// A project locked for writing on PostgreSQL: rows are buffered and written together with positions and audit log.
import { blobsOf } from '@plumbline/core/features/media/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import { changedFields } from '@plumbline/core/kernel/same';
import { BufferedTx, type Write } from '@plumbline/core/site/buffered-tx';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import type { Cause, SiteWrite } from '@plumbline/core/sync/server';
import { type ClientBase, DatabaseError } from 'pg';
import { lockReferences } from '../file-locks.ts';
import { CHANGE_COLUMNS, type Change, linked } from './audit.ts';
import { COLUMNS, recordOf, tableOf } from './columns.ts';
import { demandQuota, type Measures } from './quota.ts';
import { PgRows, type ProjectKey } from './rows.ts';

type Positioned = Write & { position: number };

/** Values that no column can store: an instant outside the calendar, a zero byte, an unpaired surrogate. */
const UNSTORABLE = new Set(['22008', '22P02', '22P05', '22021']);

/** Rules that actions check first; here they stop what two writers did at once. */
const RULES = new Set([
  'member_organisation_id_project_id_user_id_key',
  'contact_organisation_id_project_id_contact_id_key',
  'team_title_key',
  'field_title_key',
]);

/** The refusal if the database cannot store what was sent; undefined for our own mistakes. */
function refusedBy(error: unknown): AppError | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (UNSTORABLE.has(error.code ?? '')) return new AppError('invalid_input');
  const constraint = error.code === '23505' ? (error.constraint ?? '') : '';
  // Ids are unique across projects: this one is of a row of another project.
  const isTaken = ENTITY_NAMES.some((entity) => constraint === `${tableOf(entity)}_pkey`);
  return isTaken || RULES.has(constraint) ? new AppError('already_exists') : undefined;
}

/** Numbers, audit log and head in one statement, so that the project is locked as briefly as possible. */
const ADVANCE = `
  WITH numbered AS (
    INSERT INTO project_counter (organisation_id, project_id, series, value)
    SELECT $1, $2, series, value FROM unnest($3::text[], $4::integer[]) AS given (series, value)
    ON CONFLICT (organisation_id, project_id, series) DO UPDATE SET value = excluded.value
  ), noted AS (
    INSERT INTO change (${CHANGE_COLUMNS}) SELECT ${CHANGE_COLUMNS} FROM jsonb_populate_recordset(null::change, $5::jsonb)
  )
  UPDATE project_log SET head = $6, chain = $7, active_at = greatest(active_at, $8::timestamptz),
    modified_at = greatest(modified_at, $9::timestamptz)
  WHERE organisation_id = $1 AND project_id = $2`;

export class PgSite implements SiteWrite {
  readonly tx: BufferedTx;
  readonly #db: ClientBase;
  readonly #place: ProjectKey;
  readonly #cause: Cause;
  readonly #now: string;
  readonly #measures: Measures | undefined;
  readonly #numbers = new Map<string, number>();
  #head: number;
  #chain: Buffer;

  private constructor(
    db: ClientBase,
    place: ProjectKey,
    cause: Cause,
    now: Date,
    log: { head: number; chain: Buffer; measures: Measures | undefined },
  ) {
    this.#db = db;
    this.#place = place;
    this.#cause = cause;
    this.#now = now.toISOString();
    this.#measures = log.measures;
    this.#head = log.head;
    this.#chain = log.chain;
    this.tx = new BufferedTx(new PgRows(db, place), {
      projectId: place.projectId,
      now: this.#now,
      nextNumber: (series) => this.#nextNumber(series),
    });
  }

  /** Locks the project until the transaction of `db` ends. Undefined if there is none. */
  static async lock(
    db: ClientBase,
    place: ProjectKey,
    cause: Cause,
    now: Date,
    measures?: Measures,
  ): Promise<PgSite | undefined> {
    const found = await db.query<{ head: string; chain: Buffer }>(
      'SELECT head, chain FROM project_log WHERE organisation_id = $1 AND project_id = $2 FOR NO KEY UPDATE',
      [place.organisationId, place.projectId],
    );
    const log = found.rows[0];
    return log && new PgSite(db, place, cause, now, { head: Number(log.head), chain: log.chain, measures });
  }

  /** Starts the log of a new project. Throws `already_exists` for an id in use. */
  static async begin(db: ClientBase, place: ProjectKey, cause: Cause, now: Date, measures?: Measures): Promise<PgSite> {
    const made = await db.query(
      'INSERT INTO project_log (organisation_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [place.organisationId, place.projectId],
    );
    if (made.rowCount !== 1) throw new AppError('already_exists');
    return new PgSite(db, place, cause, now, { head: 0, chain: Buffer.alloc(0), measures });
  }

  get head(): number {
    return this.#head;
  }

  /** Assigned in memory and saved by `flush`: a rejected action uses up no number. */
  async #nextNumber(series: string): Promise<number> {
    let value = this.#numbers.get(series);
    if (value === undefined) {
      const found = await this.#db.query<{ value: number }>(
        'SELECT value FROM project_counter WHERE organisation_id = $1 AND project_id = $2 AND series = $3',
        [this.#place.organisationId, this.#place.projectId, series],
      );
      value = found.rows[0]?.value ?? 0;
    }
    this.#numbers.set(series, value + 1);
    return value + 1;
  }

  async #newBlobs(): Promise<string[]> {
    const named = new Set<string>();
    for (const { entity, before, after } of await this.tx.writes()) {
      const known = new Set(before ? blobsOf(entity, before) : []);
      for (const blob of blobsOf(entity, after)) if (!known.has(blob)) named.add(blob);
    }
    return [...named];
  }

  async blobsThere(userId: string | undefined): Promise<boolean> {
    const named = await this.#newBlobs();
    if (named.length === 0) return true;
    await lockReferences(this.#db, this.#place.organisationId, 'shared');
    const found = await this.#db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM blob
       WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND ($3::uuid IS NULL OR created_by = $3)`,
      [this.#place.organisationId, named, userId ?? null],
    );
    return found.rows[0]?.count === named.length;
  }

  async flush(): Promise<number> {
    const writes = await this.tx.writes();
    if (writes.length === 0) return this.#head;
    // If the database refuses, the transaction must stay usable: the push still records the outcome of the edit.
    await this.#db.query('SAVEPOINT flush');
    try {
      return await this.#write(writes);
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusedBy(error);
      if (!refusal) throw error;
      await this.#db.query('ROLLBACK TO SAVEPOINT flush');
      throw refusal;
    }
  }

  async #write(writes: readonly Write[]): Promise<number> {
    const first = this.#head + 1;
    const positioned: Positioned[] = writes.map((write, index) => ({ ...write, position: first + index }));
    for (const [entity, rows] of Map.groupBy(positioned, (one) => one.entity)) {
      const [old, fresh] = [rows.filter((one) => one.before), rows.filter((one) => !one.before)];
      await this.#insert(entity, fresh);
      await this.#update(entity, old);
    }
    const head = this.#head + writes.length;
    const changes = positioned.filter((one) => one.changed).map((one) => this.#change(one));
    const { rows, end } = linked(this.#place, this.#chain, changes);
    await this.#db.query(ADVANCE, [
      this.#place.organisationId,
      this.#place.projectId,
      [...this.#numbers.keys()],
      [...this.#numbers.values()],
      JSON.stringify(rows),
      head,
      end,
      changes.length > 0 ? this.#now : null,
      changes.some((one) => one.entity === 'project') ? this.#now : null,
    ]);
    await demandQuota(this.#db, this.#place.organisationId, writes, this.#measures);
    this.#head = head;
    this.#chain = end;
    return head;
  }

  #records(entity: Entity, rows: readonly Positioned[]): string {
    return JSON.stringify(
      rows.map(({ after, position }) => ({
        ...recordOf(entity, after),
        organisation_id: this.#place.organisationId,
        position,
      })),
    );
  }

  async #insert(entity: Entity, rows: readonly Positioned[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = ['organisation_id', 'position', ...COLUMNS[entity].map((one) => one.name)].map(
      (name) => `"${name}"`,
    );
    await this.#db.query(
      `INSERT INTO ${tableOf(entity)} (${columns.join(', ')})
       SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(null::${tableOf(entity)}, $1::jsonb)`,
      [this.#records(entity, rows)],
    );
  }

  async #update(entity: Entity, rows: readonly Positioned[]): Promise<void> {
    if (rows.length === 0) return;
    const fields = COLUMNS[entity].filter((one) => one.field !== 'id' && one.field !== 'projectId');
    const sets = ['position', ...fields.map((one) => one.name)].map((name) => `"${name}" = n."${name}"`);
    const moved = await this.#db.query(
      `UPDATE ${tableOf(entity)} r SET ${sets.join(', ')}
       FROM jsonb_populate_recordset(null::${tableOf(entity)}, $3::jsonb) n
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = n.id`,
      [this.#place.organisationId, this.#place.projectId, this.#records(entity, rows)],
    );
    if (moved.rowCount !== rows.length) throw new Error(`${entity}: ${moved.rowCount} of ${rows.length} rows written`);
  }

  #change({ entity, id, before, after, position }: Positioned): Change {
    const { action, userId, device } = this.#cause;
    return {
      position,
      entity,
      entityId: id,
      action,
      actorId: userId,
      deviceId: device?.id ?? null,
      mutation: device?.n ?? null,
      at: this.#now,
      ...changedFields<object>(before, after),
    };
  }
}
