// Reads a pull from PostgreSQL: the rows of a project that the member may see, in the order of their last change.
import type { Actor, SiteReader } from '@plumbline/core/site/actor';
import { ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import { PARTIAL_ENTITIES, type PartialEntity, type PullReply, type Receipt } from '@plumbline/core/sync/protocol';
import type { PageRow, ReadTx } from '@plumbline/core/sync/server';
import type { PoolClient } from 'pg';
import type { Services } from '../../platform/services.ts';
import { ROW_TYPES, selectList, tableOf } from './columns.ts';
import { readHistoryEpoch } from './history-epoch.ts';
import { PgRows, type ProjectKey } from './rows.ts';
import { Params, visible } from './visibility.ts';

type Deps = Pick<Services, 'pool' | 'clock' | 'newId'>;

export class PgReadTx implements ReadTx {
  readonly #db: PoolClient;
  readonly #organisationId: string;
  readonly #services: Deps;

  constructor(db: PoolClient, organisationId: string, services: Deps) {
    this.#db = db;
    this.#organisationId = organisationId;
    this.#services = services;
  }

  #place(projectId: string): ProjectKey {
    return { organisationId: this.#organisationId, projectId };
  }

  timeline(): Promise<string> {
    const { pool, newId, clock } = this.#services;
    return readHistoryEpoch(this.#db, { pool, newId, now: () => clock.now() });
  }

  async #log(projectId: string): Promise<number | undefined> {
    const found = await this.#db.query<{ head: string }>(
      'SELECT head FROM project_log WHERE organisation_id = $1 AND project_id = $2',
      [this.#organisationId, projectId],
    );
    const row = found.rows[0];
    return row && Number(row.head);
  }

  async site(projectId: string): Promise<SiteReader | undefined> {
    if ((await this.#log(projectId)) === undefined) return undefined;
    const rows = new PgRows(this.#db, this.#place(projectId));
    return {
      projectId,
      get: (entity, id) => rows.get(entity, id),
      find: (entity, field, value) => rows.find(entity, field, value),
    };
  }

  async head(projectId: string): Promise<number> {
    return (await this.#log(projectId)) ?? 0;
  }

  /** Of fields that stay as they are when a name is removed from the history, unlike the chain of hashes. */
  async mark(projectId: string, position: number): Promise<string> {
    const found = await this.#db.query<{ mark: string }>(
      `SELECT position || ' ' || md5(concat_ws(' ', extract(epoch FROM at), entity_id, action, device_id, mutation)) AS mark
       FROM change
       WHERE organisation_id = $1 AND project_id = $2 AND position <= $3 ORDER BY position DESC LIMIT 1`,
      [this.#organisationId, projectId, position],
    );
    return found.rows[0]?.mark ?? '';
  }

  async holds(deviceId: string, { n, id }: Receipt): Promise<boolean> {
    const found = await this.#db.query(
      'SELECT FROM mutation WHERE organisation_id = $1 AND device_id = $2 AND n = $3 AND edit_id = $4',
      [this.#organisationId, deviceId, n, id],
    );
    return found.rowCount === 1;
  }

  /** The entities with rows in the next page, and where it ends. */
  async #spread(projectId: string, actor: Actor, from: number, limit: number) {
    const params = new Params(this.#organisationId, projectId, from, limit);
    const parts = ENTITY_NAMES.map(
      (entity) => `(SELECT '${entity}' AS entity, r.position FROM ${tableOf(entity)} r
        WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.position > $3 AND ${visible(entity, 'r', actor, params)}
        ORDER BY r.position LIMIT $4)`,
    );
    const found = await this.#db.query<{ entity: Entity; last: string }>(
      `SELECT entity, max(position) AS last FROM
         (SELECT entity, position FROM (${parts.join(' UNION ALL ')}) every ORDER BY position LIMIT $4) page
       GROUP BY entity`,
      params.values,
    );
    return {
      entities: found.rows.map((row) => row.entity),
      to: Math.max(from, ...found.rows.map((row) => Number(row.last))),
    };
  }

  async page(projectId: string, actor: Actor, from: number, limit: number): Promise<{ rows: PageRow[]; to: number }> {
    const { entities, to } = await this.#spread(projectId, actor, from, limit);
    const placed: { position: number; row: PageRow }[] = [];
    for (const entity of entities) {
      const params = new Params(this.#organisationId, projectId, from, to);
      const found = await this.#db.query<{ position: number }>({
        text: `SELECT ${selectList(entity, 'r')}, r.position FROM ${tableOf(entity)} r
               WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.position > $3 AND r.position <= $4
                 AND ${visible(entity, 'r', actor, params)}`,
        values: params.values,
        types: ROW_TYPES,
      });
      // The select list comes from the entity's row schema.
      for (const { position, ...row } of found.rows)
        placed.push({ position, row: { entity, row } as unknown as PageRow });
    }
    placed.sort((a, b) => a.position - b.position);
    return { rows: placed.map((one) => one.row), to };
  }

  async gone(projectId: string, actor: Actor, from: number, to: number): Promise<PullReply['gone']> {
    const hidden = `h.organisation_id = $1 AND h.project_id = $2 AND h.status = 'draft' AND h.created_by <> $5
      AND h.position > $3 AND h.position <= $4
      AND EXISTS (SELECT FROM change c WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.entity_id = h.id AND c.entity = 'task'
                  AND c.before ? 'status')`;
    const found = await this.#db.query<{ entity: Entity; id: string }>(
      `SELECT 'task' AS entity, h.id FROM task h WHERE ${hidden}
       UNION ALL SELECT 'post', m.id FROM post m JOIN task h ON h.organisation_id = m.organisation_id AND h.id = m.task_id
         WHERE ${hidden}
       UNION ALL SELECT 'comment', m.id FROM comment m JOIN task h ON h.organisation_id = m.organisation_id AND h.id = m.task_id
         WHERE ${hidden}`,
      [this.#organisationId, projectId, from, to, actor.userId],
    );
    return found.rows;
  }

  async print(projectId: string, actor: Actor): Promise<NonNullable<PullReply['print']>> {
    const params = new Params(this.#organisationId, projectId);
    const found = await this.#db.query<{ count: string; xor: string }>(
      `SELECT count(*) AS count, coalesce(lpad(to_hex(bit_xor(tail)), 16, '0'), repeat('0', 16)) AS xor FROM
         (SELECT ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint AS tail
          FROM (${this.#seen(actor, params)}) seen) tails`,
      params.values,
    );
    const row = found.rows[0];
    return { count: Number(row?.count ?? 0), xor: row?.xor ?? '' };
  }

  async visible(projectId: string, actor: Actor): Promise<Record<PartialEntity, string[]>> {
    const params = new Params(this.#organisationId, projectId);
    const found = await this.#db.query<{ entity: PartialEntity; id: string }>(this.#seen(actor, params), params.values);
    const lists: Record<PartialEntity, string[]> = { pin: [], task: [], post: [], comment: [] };
    for (const { entity, id } of found.rows) lists[entity].push(id);
    return lists;
  }

  #seen(actor: Actor, params: Params): string {
    return PARTIAL_ENTITIES.map(
      (entity) => `SELECT '${entity}' AS entity, r.id FROM ${tableOf(entity)} r
        WHERE r.organisation_id = $1 AND r.project_id = $2 AND ${visible(entity, 'r', actor, params)}`,
    ).join(' UNION ALL ');
  }
}
