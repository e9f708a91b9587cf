// Reads the rows of one project from their tables, in the form of core.
import type { RowReader } from '@plumbline/core/site/buffered-tx';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { ClientBase } from 'pg';
import { prepared } from '../prepared-statement.ts';
import { columnName, ROW_TYPES, selectList, tableOf } from './columns.ts';

/** A project of an organisation. */
export type ProjectKey = { organisationId: string; projectId: string };

export class PgRows implements RowReader {
  readonly #db: ClientBase;
  readonly #place: ProjectKey;

  constructor(db: ClientBase, projectKey: ProjectKey) {
    this.#db = db;
    this.#place = projectKey;
  }

  async #select<E extends Entity>(entity: E, condition: string, value: string | readonly string[]): Promise<Rows[E][]> {
    const { organisationId, projectId } = this.#place;
    const found = await this.#db.query({
      ...prepared(`SELECT ${selectList(entity, 'r')} FROM ${tableOf(entity)} r
             WHERE r.organisation_id = $1 AND r.project_id = $2 AND ${condition}`),
      values: [organisationId, projectId, value],
      types: ROW_TYPES,
    });
    // The select list comes from the entity's row schema.
    return found.rows as Rows[E][];
  }

  async get<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    return (await this.#select(entity, 'r.id = $3', id))[0];
  }

  find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    return this.#select(entity, `r."${columnName(entity, field)}" = $3`, value);
  }

  /** The rows whose field has one of these ids. */
  findAny<E extends Entity>(entity: E, field: keyof Rows[E] & string, ids: readonly string[]): Promise<Rows[E][]> {
    return this.#select(entity, `r."${columnName(entity, field)}" = ANY ($3::uuid[])`, ids);
  }

  many<E extends Entity>(entity: E, ids: readonly string[]): Promise<Rows[E][]> {
    return this.findAny(entity, 'id', ids);
  }
}
