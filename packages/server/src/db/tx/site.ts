// A project locked for writing on PostgreSQL: rows are buffered and written together with positions, derived rows and audit log.
import { AppError } from '@plumbline/core/kernel/errors';
import { changedFields } from '@plumbline/core/kernel/same';
import { BufferedTx } from '@plumbline/core/site/buffered-tx';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import type { Cause, SiteWrite } from '@plumbline/core/sync/server';
import { type ClientBase, DatabaseError } from 'pg';
import { newBlobsOf } from '../derived/blob-references.ts';
import { derivedStatements } from '../derived/derived-rows.ts';
import { lockReferences } from '../file-locks.ts';
import { inProject } from '../in-project.ts';
import { prepared } from '../prepared-statement.ts';
import type { Statement } from '../statement.ts';
import { violatedConstraint } from '../violated-constraint.ts';
import { type Change, insertChanges, linked } from './audit.ts';
import { tableOf } from './columns.ts';
import { type Measures, requireQuota } from './quota.ts';
import { type Positioned, rowStatements } from './row-statements.ts';
import { PgRows, type ProjectKey } from './rows.ts';

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
  const constraint = error.code === '23505' ? (violatedConstraint(error) ?? '') : '';
  // Ids are unique across projects: this one is of a row of another project.
  const isTaken = ENTITY_NAMES.some((entity) => constraint === `${tableOf(entity)}_pkey`);
  return isTaken || RULES.has(constraint) ? new AppError('already_exists') : undefined;
}

/** Changes of these modify a project; those of its content, such as pins, are activity only. */
const MODIFYING: ReadonlySet<Entity> = new Set<Entity>([
  'project',
  'plan',
  'revision',
  'category',
  'field',
  'member',
  'team',
  'contact',
]);

/** Numbers, audit log and head in one statement, so that the project is locked as briefly as possible. */
const ADVANCE = prepared(`
  WITH numbered AS (
    INSERT INTO project_counter (organisation_id, project_id, series, value)
    SELECT l.organisation_id, l.project_id, series, value
    ${inProject('unnest($3::text[], $4::integer[]) AS given (series, value)')}
    ON CONFLICT (organisation_id, project_id, series) DO UPDATE SET value = excluded.value
  ), noted AS (
    ${insertChanges('$5')}
  )
  UPDATE project_log SET head = $6, chain = $7, active_at = greatest(active_at, $8::timestamptz),
    modified_at = greatest(modified_at, $9::timestamptz)
  WHERE organisation_id = $1 AND project_id = $2`);

const SAVEPOINT: Statement = { text: 'SAVEPOINT flush', values: [] };

const LOCK = prepared(
  'SELECT head, chain FROM project_log WHERE organisation_id = $1 AND project_id = $2 FOR NO KEY UPDATE',
);

const COUNTER = prepared(
  'SELECT value FROM project_counter WHERE organisation_id = $1 AND project_id = $2 AND series = $3',
);

export class PgSite implements SiteWrite {
  readonly tx: BufferedTx;
  readonly #db: ClientBase;
  readonly #place: ProjectKey;
  readonly #rows: PgRows;
  readonly #cause: Cause;
  readonly #now: string;
  readonly #measures: Measures | undefined;
  readonly #numbers = new Map<string, number>();
  #head: number;
  #chain: Buffer;

  private constructor(
    db: ClientBase,
    projectKey: ProjectKey,
    cause: Cause,
    now: Date,
    log: { head: number; chain: Buffer; measures: Measures | undefined },
  ) {
    this.#db = db;
    this.#place = projectKey;
    this.#cause = cause;
    this.#now = now.toISOString();
    this.#measures = log.measures;
    this.#head = log.head;
    this.#chain = log.chain;
    this.#rows = new PgRows(db, projectKey);
    this.tx = new BufferedTx(this.#rows, {
      projectId: projectKey.projectId,
      now: this.#now,
      nextNumber: (series) => this.#nextNumber(series),
    });
  }

  /** Locks the project until the transaction of `db` ends. Undefined if there is none. */
  static async lock(
    db: ClientBase,
    projectKey: ProjectKey,
    cause: Cause,
    now: Date,
    measures?: Measures,
  ): Promise<PgSite | undefined> {
    const values = [projectKey.organisationId, projectKey.projectId];
    const found = await db.query<{ head: string; chain: Buffer }>({ ...LOCK, values });
    const log = found.rows[0];
    return log && new PgSite(db, projectKey, cause, now, { head: Number(log.head), chain: log.chain, measures });
  }

  /** Starts the log of a new project. Throws `already_exists` for an id in use. */
  static async begin(
    db: ClientBase,
    projectKey: ProjectKey,
    cause: Cause,
    now: Date,
    measures?: Measures,
  ): Promise<PgSite> {
    const created = await db.query(
      'INSERT INTO project_log (organisation_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [projectKey.organisationId, projectKey.projectId],
    );
    if (created.rowCount !== 1) throw new AppError('already_exists');
    return new PgSite(db, projectKey, cause, now, { head: 0, chain: Buffer.alloc(0), measures });
  }

  get head(): number {
    return this.#head;
  }

  /** Assigned in memory and saved by `flush`: a rejected action uses up no number. */
  async #nextNumber(series: string): Promise<number> {
    let value = this.#numbers.get(series);
    if (value === undefined) {
      const values = [this.#place.organisationId, this.#place.projectId, series];
      const found = await this.#db.query<{ value: number }>({ ...COUNTER, values });
      value = found.rows[0]?.value ?? 0;
    }
    this.#numbers.set(series, value + 1);
    return value + 1;
  }

  async blobsThere(userId: string | undefined): Promise<boolean> {
    const named = [...new Set((await this.tx.writes()).flatMap(newBlobsOf))];
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
    const positioned = writes.map((write, index) => ({ ...write, position: this.#head + 1 + index }));
    const rows = rowStatements(this.#place, positioned);
    const derived = await derivedStatements(this.#place, this.tx, this.#rows, writes);
    const { advance, head, chain } = this.#advance(positioned);
    try {
      // If the database refuses, the transaction must stay usable: the push still records the outcome of the edit.
      const [, ...done] = await this.#send([SAVEPOINT, ...rows, ...derived, advance]);
      for (const [index, { text, count }] of rows.entries())
        if (done[index] !== count) throw new Error(`${done[index]} of ${count} rows written: ${text}`);
      await requireQuota(this.#db, this.#place.organisationId, writes, this.#measures);
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusedBy(error);
      if (!refusal) throw error;
      await this.#db.query('ROLLBACK TO SAVEPOINT flush');
      throw refusal;
    }
    this.#head = head;
    this.#chain = chain;
    return head;
  }

  /** Sends all statements at once and returns the number of rows of each. Throws the first error. */
  async #send(statements: readonly Statement[]): Promise<(number | null)[]> {
    const sent = statements.map(({ values, ...text }) => this.#db.query({ ...text, values: [...values] }));
    const done = await Promise.all(sent);
    return done.map(({ rowCount }) => rowCount);
  }

  /** The statement that ends a write, with the project's new head and chain. */
  #advance(positioned: readonly Positioned[]): { advance: Statement; head: number; chain: Buffer } {
    const head = this.#head + positioned.length;
    const changes = positioned.filter((one) => one.changed).map((one) => this.#change(one));
    const { rows, end } = linked(this.#place, this.#chain, changes);
    const values = [
      this.#place.organisationId,
      this.#place.projectId,
      [...this.#numbers.keys()],
      [...this.#numbers.values()],
      JSON.stringify(rows),
      head,
      end,
      changes.length > 0 ? this.#now : null,
      positioned.some(({ changed, entity }) => changed && MODIFYING.has(entity)) ? this.#now : null,
    ];
    return { advance: { ...ADVANCE, values }, head, chain: end };
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
