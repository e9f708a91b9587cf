// Finds plans, pins and tasks in all projects of a reader, with the permissions they have in each.
import { type AccessRole, scopeOf } from '@plumbline/core/access/capabilities';
import { effectiveRole } from '@plumbline/core/access/membership-status';
import type { FoundPin, FoundPlan, FoundTask, searchProjects } from '@plumbline/core/features/search/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { PoolClient } from 'pg';
import { Params, visible } from '../../db/tx/visibility.ts';
import type { Session } from '../../http/session.ts';
import { patterns } from '../../lists/search-patterns.ts';
import { searchCondition, wordsOf } from '../../lists/search-terms.ts';
import { ACTING_ROLE, SITES, teamsOfReader } from '../tasks/reader-projects.ts';

type Query = RequestOf<typeof searchProjects>['query'];
type Part<T> = { content: T[]; more: boolean };
type Searched = 'plan' | 'pin' | 'task';

/** Up to this number of ids are taken from the index; if not enough of them are visible, the rows are searched. */
const MAX_IDS = 2_000;

/** The reader's projects by the role they act in. */
async function projectsByRole(db: PoolClient, session: Session): Promise<Map<AccessRole, string[]>> {
  const found = await db.query<{ role: AccessRole; ids: string[] }>(
    `SELECT ${ACTING_ROLE} AS role, array_agg(m.project_id) AS ids FROM ${SITES} GROUP BY 1`,
    [session.organisationId, session.userId],
  );
  const byRole = new Map<AccessRole, string[]>();
  for (const { role, ids } of found.rows) {
    const effective = effectiveRole(role, session.licensed);
    byRole.set(effective, [...(byRole.get(effective) ?? []), ...ids]);
  }
  return byRole;
}

/** Columns and joins of each kind; `r` is the row, `s` its project, `l` its plan. */
const SELECTED: Readonly<Record<Searched, string>> = {
  plan: `r.id, r.sheet_number AS "sheetNumber", r.id AS "planId", r.name AS "planName", s.id AS "projectId", s.title AS "projectTitle"
    FROM plan r JOIN project s ON s.organisation_id = r.organisation_id AND s.id = r.project_id`,
  pin: `r.id, r.number, r.title, r.status, r.plan_id AS "planId", l.name AS "planName", s.id AS "projectId", s.title AS "projectTitle"
    FROM pin r JOIN project s ON s.organisation_id = r.organisation_id AND s.id = r.project_id
    LEFT JOIN plan l ON l.organisation_id = r.organisation_id AND l.id = r.plan_id`,
  task: `r.id, r.number, r.title, r.status, p.title AS "pinTitle", p.plan_id AS "planId", l.name AS "planName",
      s.id AS "projectId", s.title AS "projectTitle"
    FROM task r JOIN project s ON s.organisation_id = r.organisation_id AND s.id = r.project_id
    JOIN pin p ON p.organisation_id = r.organisation_id AND p.id = r.pin_id
    LEFT JOIN plan l ON l.organisation_id = r.organisation_id AND l.id = p.plan_id`,
};
const ORDER: Readonly<Record<Searched, string>> = {
  plan: 'r.name COLLATE natural_order, r.id',
  pin: 'r.changed_at DESC, r.id',
  task: 'r.changed_at DESC, r.id',
};

class Finder {
  readonly #db: PoolClient;
  readonly #session: Session;
  readonly #query: Query;
  readonly #byRole: ReadonlyMap<AccessRole, string[]>;
  readonly #teamIds: ReadonlySet<string>;

  constructor(
    db: PoolClient,
    session: Session,
    query: Query,
    reader: { byRole: ReadonlyMap<AccessRole, string[]>; teamIds: ReadonlySet<string> },
  ) {
    this.#db = db;
    this.#session = session;
    this.#query = query;
    this.#byRole = reader.byRole;
    this.#teamIds = reader.teamIds;
  }

  /** The projects in which the reader may see any rows of this kind. */
  #projects(entity: Searched): string[] {
    return [...this.#byRole].flatMap(([role, ids]) => (scopeOf(role, `${entity}.view`) === 'no' ? [] : ids));
  }

  /** What matches `condition` and is visible to the reader, in each project by the role there. */
  async #select<T>(entity: Searched, condition: (params: Params) => string): Promise<T[]> {
    const params = new Params(this.#session.organisationId);
    const matching = condition(params);
    const seen = [...this.#byRole].map(([role, ids]) => {
      const actor = { userId: this.#session.userId, role, teamIds: this.#teamIds };
      return `(r.project_id = ANY (${params.add(ids, 'uuid[]')}) AND ${visible(entity, 'r', actor, params)})`;
    });
    const found = await this.#db.query(
      `SELECT ${SELECTED[entity]} WHERE r.organisation_id = $1 AND ${matching} AND (${seen.join(' OR ')})
       ORDER BY ${ORDER[entity]} LIMIT ${this.#query.size + 1}`,
      params.values,
    );
    return found.rows as T[];
  }

  #part<T>(rows: T[]): Part<T> {
    return { content: rows.slice(0, this.#query.size), more: rows.length > this.#query.size };
  }

  async plans(): Promise<Part<FoundPlan>> {
    const words = (params: Params) =>
      patterns(this.#query.search)
        .map((pattern) => `concat_ws(' ', r.name, r.sheet_number) ILIKE ${params.add(pattern, 'text')}`)
        .join(' AND ');
    return this.#part(await this.#select('plan', (params) => `r.type = 'Plan' AND r.active AND ${words(params)}`));
  }

  async #rows<T>(entity: 'pin' | 'task'): Promise<Part<T>> {
    const words = wordsOf(this.#query.search);
    const indexed = await this.#db.query<{ id: string }>('SELECT search_projects($1, $2, $3, $4, $5) AS id', [
      this.#session.organisationId,
      this.#projects(entity),
      entity,
      words,
      MAX_IDS,
    ]);
    const ids = indexed.rows.map(({ id }) => id);
    const rows = await this.#select<T>(entity, (params) => `r.id = ANY (${params.add(ids, 'uuid[]')})`);
    if (rows.length > this.#query.size || ids.length < MAX_IDS) return this.#part(rows);
    return this.#part(await this.#select<T>(entity, (params) => searchCondition(entity, 'r', words, params)));
  }

  pins = (): Promise<Part<FoundPin>> => this.#rows('pin');
  tasks = (): Promise<Part<FoundTask>> => this.#rows('task');
}

/** What the reader may see in any of their active projects, of each kind at most `query.size`. */
export async function findInProjects(
  db: PoolClient,
  session: Session,
  query: Query,
): Promise<ReplyOf<typeof searchProjects>> {
  const byRole = await projectsByRole(db, session);
  if (byRole.size === 0 || wordsOf(query.search).length === 0) {
    const none = { content: [], more: false };
    return { plans: none, pins: none, tasks: none };
  }
  const finder = new Finder(db, session, query, { byRole, teamIds: await teamsOfReader(db, session) });
  return { plans: await finder.plans(), pins: await finder.pins(), tasks: await finder.tasks() };
}
