// Writes a push to PostgreSQL: the device, its mutations, and the project they change.
import { createHash } from 'node:crypto';
import type { MutationOutcome, SentMutation } from '@plumbline/core/sync/protocol';
import { type Cause, type RecordedMutation, type SiteWrite, storable, type WriteTx } from '@plumbline/core/sync/server';
import type { PoolClient } from 'pg';
import type { Services } from '../../platform/services.ts';
import { prepared } from '../prepared-statement.ts';
import { violatedConstraint } from '../violated-constraint.ts';
import { readHistoryEpoch } from './history-epoch.ts';
import type { Measures } from './quota.ts';
import { PgSite } from './site.ts';
import { RunAgain } from './transaction.ts';

type Deps = Pick<Services, 'pool' | 'clock' | 'newId'> & { config?: { licences: { quotas: Measures } } };
type Details = Pick<MutationOutcome, 'fields' | 'params'>;
type Outcome = {
  n: string;
  code: string | null;
  details: Details | null;
  hash: Buffer | null;
  position: string | null;
};

const SKIPPED = 'skipped';

// The update locks the row; it does not apply to another user's device.
const DEVICE = prepared(`
  INSERT INTO device (organisation_id, id, user_id, created_at, seen_at) VALUES ($1, $2, $3, $4, $4)
  ON CONFLICT (organisation_id, id) DO UPDATE SET seen_at = excluded.seen_at WHERE device.user_id = excluded.user_id
  RETURNING last_mutation AS last`);

const RECORDED = prepared(`
  SELECT n, code, details, hash, position, edit_id AS "editId", project_id AS "projectId", name, made_at AS at
  FROM mutation WHERE organisation_id = $1 AND device_id = $2 AND n = $3`);

const OUTCOME = prepared(`
  SELECT n, code, details, hash, position FROM mutation WHERE organisation_id = $1 AND edit_id = $2 AND NOT repeated`);

const RECORD = prepared(`
  WITH noted AS (
    INSERT INTO mutation
      (organisation_id, device_id, n, edit_id, repeated, project_id, name, code, details, made_at, at, hash, position)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13))
  UPDATE device SET last_mutation = $3 WHERE organisation_id = $1 AND id = $2`);

const detailsJson = ({ fields, params }: Details): string | null =>
  fields || params
    ? JSON.stringify({ fields, params }, (_key, value: unknown) =>
        typeof value === 'string' ? storable(value) : value,
      )
    : null;

function outcomeFrom({ n, code, details, hash, position }: Outcome): MutationOutcome {
  if (code === SKIPPED) return { n: Number(n), outcome: 'skipped' };
  const confirmed = {
    ...(hash !== null && { hash: hash.toString('hex') }),
    ...(position !== null && { position: Number(position) }),
  };
  if (code === null) return { n: Number(n), outcome: 'applied', ...confirmed };
  return { n: Number(n), outcome: 'rejected', code, ...details, ...confirmed };
}

export class PgWriteTx implements WriteTx {
  readonly #db: PoolClient;
  readonly #organisationId: string;
  readonly #services: Deps;
  readonly #now: Date;
  readonly #userId: string;

  constructor(db: PoolClient, { organisationId, userId }: { organisationId: string; userId: string }, services: Deps) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#userId = userId;
    this.#services = services;
    this.#now = services.clock.now();
  }

  timeline(): Promise<string> {
    const { pool, newId, clock } = this.#services;
    return readHistoryEpoch(this.#db, { pool, newId, now: () => clock.now() });
  }

  async device(deviceId: string, editId?: string): Promise<{ last: number; known?: MutationOutcome } | undefined> {
    const values = [this.#organisationId, deviceId, this.#userId, this.#now];
    // Sent together; the connection executes the second after the first has the lock.
    const [mine, outcome] = await Promise.all([
      this.#db.query<{ last: string }>({ ...DEVICE, values }),
      editId === undefined
        ? undefined
        : this.#db.query<Outcome>({ ...OUTCOME, values: [this.#organisationId, editId] }),
    ]);
    const [device, known] = [mine.rows[0], outcome?.rows[0]];
    return device && { last: Number(device.last), ...(known && { known: outcomeFrom(known) }) };
  }

  async recorded(deviceId: string, n: number): Promise<RecordedMutation | undefined> {
    const values = [this.#organisationId, deviceId, n];
    const found = await this.#db.query<Outcome & Omit<RecordedMutation, 'outcome'>>({ ...RECORDED, values });
    const row = found.rows[0];
    if (!row) return undefined;
    const { editId, projectId, name, at } = row;
    return { outcome: outcomeFrom(row), editId, projectId, name, at };
  }

  hash(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  async record(deviceId: string, mutation: SentMutation, outcome: MutationOutcome, repeated: boolean): Promise<void> {
    const created =
      'skip' in mutation
        ? { id: null, projectId: null, name: '', at: '', code: SKIPPED }
        : { ...mutation, code: outcome.code ?? null };
    try {
      await this.#db.query({
        ...RECORD,
        values: [
          this.#organisationId,
          deviceId,
          mutation.n,
          created.id ?? null,
          repeated,
          created.projectId,
          storable(created.name),
          created.code,
          detailsJson(outcome),
          storable(created.at),
          this.#now,
          outcome.hash === undefined ? null : Buffer.from(outcome.hash, 'hex'),
          outcome.position ?? null,
        ],
      });
    } catch (error) {
      // A copy of the device has sent the same edit at the same moment: now its outcome can be read.
      if (violatedConstraint(error) === 'mutation_edit_id_key')
        throw new RunAgain('the edit has been recorded by another transaction');
      throw error;
    }
  }

  site(projectId: string, cause: Cause): Promise<SiteWrite | undefined> {
    const measures = this.#services.config?.licences.quotas;
    return PgSite.lock(this.#db, { organisationId: this.#organisationId, projectId }, cause, this.#now, measures);
  }

  /** 0 for non-members: a repeated edit may name any project. */
  async head(projectId: string): Promise<number> {
    const found = await this.#db.query<{ head: string }>(
      `SELECT l.head FROM project_log l
       JOIN member m ON m.organisation_id = l.organisation_id AND m.project_id = l.project_id
       WHERE l.organisation_id = $1 AND l.project_id = $2 AND m.user_id = $3 AND m.state = 'active' AND m.role <> 'none'`,
      [this.#organisationId, projectId, this.#userId],
    );
    return Number(found.rows[0]?.head ?? 0);
  }
}
