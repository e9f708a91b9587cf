// What a saved view of pins or tasks selects for a report, as the view is now. A view that names something deleted
// selects nothing: without that part, the report would contain more than was meant.
import { MAX_REPORT_PINS } from '@plumbline/core/features/reports/contract';
import { type NamedThings, namedIds, withoutDeleted } from '@plumbline/core/features/views/deleted-parts';
import {
  ignoredParts,
  isOnlyMine,
  pinFilterIn,
  pinOrderIn,
  taskFilterIn,
  taskOrderIn,
  withoutAppearance,
} from '@plumbline/core/features/views/list-content';
import type { SavedViewQuery, SavedViewRow } from '@plumbline/core/site/rows/saved-views';
import { SHOWN_TASK_STATUSES } from '@plumbline/core/site/values/pin-filter';
import type { PoolClient } from 'pg';
import { Params, visible } from '../../../db/tx/visibility.ts';
import { contactAssigneeState, memberAssigneeState, teamAssigneeState } from '../../../lists/assignee-state.ts';
import { readPinIds } from '../../pins/read.ts';
import { readTaskIds } from '../../tasks/read.ts';
import type { PinSelection } from '../content/chosen-pins.ts';
import type { Reader } from '../content/site-rows.ts';

export type ViewProblem = 'view_missing' | 'view_outdated';

export const NO_PINS: PinSelection = { pinIds: [], taskIds: [], filter: null };

export async function viewSelection(
  db: PoolClient,
  reader: Reader,
  viewId: string,
  now: Date,
): Promise<PinSelection | ViewProblem> {
  const view = await readView(db, reader, viewId);
  if (!view) return 'view_missing';
  const query = withoutAppearance(view.query);
  const { deleted } = withoutDeleted(query, await readNamed(db, reader, namedIds(query)));
  if (deleted.length > 0 || ignoredParts(view.list, query).length > 0) return 'view_outdated';
  return view.list === 'pins' ? pinsOf(db, reader, query, now) : tasksOf(db, reader, query, now);
}

async function readView(db: PoolClient, { organisationId, projectId, actor }: Reader, viewId: string) {
  const params = new Params(organisationId, projectId, viewId);
  const found = await db.query<Pick<SavedViewRow, 'list' | 'query'>>(
    `SELECT v.list, v.query FROM saved_view v WHERE v.organisation_id = $1 AND v.project_id = $2 AND v.id = $3
       AND v.active AND ${visible('savedView', 'v', actor, params)}`,
    params.values,
  );
  return found.rows[0];
}

const NAMED = `
  SELECT 'category' AS kind, c.id, c.title AS name, c.active FROM category c
    WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.id = ANY ($3::uuid[])
  UNION ALL SELECT 'field', f.id, f.title, f.active FROM field f
    WHERE f.organisation_id = $1 AND f.project_id = $2 AND f.id = ANY ($3::uuid[])
  UNION ALL SELECT 'plan', p.id, p.name, p.active FROM plan p
    WHERE p.organisation_id = $1 AND p.project_id = $2 AND p.id = ANY ($3::uuid[])
  UNION ALL SELECT 'person', m.user_id, '', bool_or(${memberAssigneeState('m')} = 'Active') FROM member m
    WHERE m.organisation_id = $1 AND m.project_id = $2 AND m.user_id = ANY ($3::uuid[]) GROUP BY m.user_id
  UNION ALL SELECT 'person', o.contact_id, '', bool_or(${contactAssigneeState('o')} = 'Active') FROM contact o
    WHERE o.organisation_id = $1 AND o.project_id = $2 AND o.contact_id = ANY ($3::uuid[]) GROUP BY o.contact_id
  UNION ALL SELECT 'person', t.id, t.title, ${teamAssigneeState('t')} = 'Active' FROM team t
    WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.id = ANY ($3::uuid[])`;

type NamedRow = { kind: keyof NamedThings; id: string; name: string; active: boolean };

async function readNamed(
  db: PoolClient,
  { organisationId, projectId }: Reader,
  ids: readonly string[],
): Promise<NamedThings> {
  const found = await db.query<NamedRow>(NAMED, [organisationId, projectId, ids]);
  // The id of the project represents various people.
  const rows: NamedRow[] = [...found.rows, { kind: 'person', id: projectId, name: '', active: true }];
  const ofKind = (kind: NamedRow['kind']) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name, active }) => [id, { name, active }]));
  return {
    category: ofKind('category'),
    field: ofKind('field'),
    plan: ofKind('plan'),
    person: ofKind('person'),
  };
}

const listOrder = (direction: 'ascending' | 'descending' | undefined) =>
  direction === 'descending' ? ('desc' as const) : ('asc' as const);

/** By number where the view has the usual order of the list. */
async function pinsOf(db: PoolClient, { actor, ...key }: Reader, query: SavedViewQuery, now: Date) {
  const filter = pinFilterIn(query);
  const order = pinOrderIn(query);
  // Unlike its pins, a filter is evaluated again when the report is repeated.
  if (!order) return { ...NO_PINS, filter };
  const reader = { db, projectKey: key, actor, now };
  const list = { ...filter, sort: order.by, order: listOrder(order.direction) };
  return { ...NO_PINS, pinIds: await readPinIds(reader, list, MAX_REPORT_PINS) };
}

async function tasksOf(db: PoolClient, { actor, ...key }: Reader, query: SavedViewQuery, now: Date) {
  const filter = taskFilterIn(query);
  const own = [actor.userId, ...actor.teamIds];
  const assignee = isOnlyMine(query) ? own.filter((id) => filter.assignee?.includes(id) ?? true) : filter.assignee;
  const status = (filter.status ?? SHOWN_TASK_STATUSES).filter((one) => one !== 'draft');
  if (status.length === 0 || (isOnlyMine(query) && assignee?.length === 0)) return NO_PINS;
  const { by = 'number', direction } = taskOrderIn(query);
  const list = { ...filter, status, assignee, sort: by, order: listOrder(direction) };
  return { ...NO_PINS, taskIds: await readTaskIds({ db, projectKey: key, actor, now }, list, MAX_REPORT_PINS) };
}
