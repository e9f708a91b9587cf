// A project locked for writing on PostgreSQL: rows wait in a buffered transaction and land with positions and audit.
import { blobsOf } from '@plumbline/core/features/media/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import { changedFields } from '@plumbline/core/kernel/same';
import { BufferedTx, type Write } from '@plumbline/core/site/buffered-tx';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import type { Cause, SiteWrite } from '@plumbline/core/sync/server';
import { type ClientBase, DatabaseError } from 'pg';
import { lockNaming } from '../file-locks.ts';
import { CHANGE_COLUMNS, type Change, linked } from './audit.ts';
import { COLUMNS, recordOf, tableOf } from './columns.ts';
import { demandQuota, type Measures } from './quota.ts';
import { PgRows, type Place } from './rows.ts';

type Landing = Write & { position: number };

/** Values no column can hold: a moment outside the calendar, a zero byte, half a character. */
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

/** Numbers, audit and log in one statement: the project stays locked no longer than it must. */
const MOVE_ON = `
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
  readonly #place: Place;
  readonly #cause: Cause;
  readonly #now: string;
  readonly #measures: Measures | undefined;
  readonly #numbers = new Map<string, number>();
  #head: number;
  #chain: Buffer;

  private constructor(
    db: ClientBase,
    place: Place,
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

  /** Locks the project until the transaction of `db` ends. Undefined where there is none. */
  static async lock(
    db: ClientBase,
    place: Place,
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

  /** Begins the log of a new project. Throws `already_exists` where there is one of that id. */
  static async begin(db: ClientBase, place: Place, cause: Cause, now: Date, measures?: Measures): Promise<PgSite> {
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

  /** Given out in memory and kept by `flush`: a refused action uses up no number. */
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
    await lockNaming(this.#db, this.#place.organisationId, 'one of many');
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
    // A refusal by the database must leave the transaction usable: the push still notes what became of the edit.
    await this.#db.query('SAVEPOINT flush');
    try {
      return await this.#land(writes);
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusedBy(error);
      if (!refusal) throw error;
      await this.#db.query('ROLLBACK TO SAVEPOINT flush');
      throw refusal;
    }
  }

  async #land(writes: readonly Write[]): Promise<number> {
    const first = this.#head + 1;
    const landing: Landing[] = writes.map((write, index) => ({ ...write, position: first + index }));
    for (const [entity, rows] of Map.groupBy(landing, (one) => one.entity)) {
      const [old, fresh] = [rows.filter((one) => one.before), rows.filter((one) => !one.before)];
      await this.#insert(entity, fresh);
      await this.#update(entity, old);
    }
    const head = this.#head + writes.length;
    const changes = landing.filter((one) => one.changed).map((one) => this.#change(one));
    const { rows, end } = linked(this.#place, this.#chain, changes);
    await this.#db.query(MOVE_ON, [
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

  #records(entity: Entity, rows: readonly Landing[]): string {
    return JSON.stringify(
      rows.map(({ after, position }) => ({
        ...recordOf(entity, after),
        organisation_id: this.#place.organisationId,
        position,
      })),
    );
  }

  async #insert(entity: Entity, rows: readonly Landing[]): Promise<void> {
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

  async #update(entity: Entity, rows: readonly Landing[]): Promise<void> {
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

  #change({ entity, id, before, after, position }: Landing): Change {
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
