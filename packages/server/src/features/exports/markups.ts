// Markups and measurements of plans, in batches, with their sizes on the current revision.
import { MAX_EXPORTED_ROWS } from '@plumbline/core/features/exports/contract';
import { activeMarkups, layerKey, layersOf, MINE } from '@plumbline/core/features/maps/layers';
import { type MarkupOnSheet, markupOn, ringsOf } from '@plumbline/core/features/maps/markup';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { Translator } from '@plumbline/locales/translate';
import { ROW_TYPES, selectList, tableOf } from '../../db/tx/columns.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { nameOf } from '../../lists/person-names.ts';
import type { Reader } from '../pins/read.ts';

export type MarkupExportRow = {
  readonly plan: PlanRow;
  readonly markup: MarkupRow;
  readonly layer: string;
  readonly author: string;
  /** Undefined for a plan without a drawing. */
  readonly sheet: RevisionRow | undefined;
  readonly measured: MarkupOnSheet['measured'];
  readonly scale: MarkupOnSheet['scale'];
};

/** The plans with markups that the caller sees, by number and title. Throws `too_large` above the row limit of a file. */
export async function plansWithMarkups(reader: Reader, planId: string | undefined): Promise<string[]> {
  const { db, projectKey, actor } = reader;
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const only = planId === undefined ? '' : `AND p.id = ${params.add(planId, 'uuid')}`;
  const found = await db.query<{ id: string; count: number }>(
    `SELECT p.id, count(*)::int AS count FROM plan p
     JOIN markup m ON m.organisation_id = p.organisation_id AND m.plan_id = p.id
     WHERE p.organisation_id = $1 AND p.project_id = $2 AND p.active AND m.active ${only}
       AND ${visible('plan', 'p', actor, params)} AND ${visible('markup', 'm', actor, params)}
     GROUP BY p.organisation_id, p.id
     ORDER BY p.sheet_number COLLATE natural_order, p.name COLLATE natural_order, p.id`,
    params.values,
  );
  if (found.rows.reduce((sum, { count }) => sum + count, 0) > MAX_EXPORTED_ROWS)
    throw new AppError('too_large', { params: { limit: MAX_EXPORTED_ROWS } });
  return found.rows.map(({ id }) => id);
}

export async function markupExportRows(
  reader: Reader,
  planIds: readonly string[],
  t: Translator,
): Promise<MarkupExportRow[]> {
  const plans = await rowsOf(reader, 'plan', 'id', planIds);
  const revisionIds = plans.flatMap(({ currentRevisionId }) => currentRevisionId ?? []);
  const revisions = new Map((await rowsOf(reader, 'revision', 'id', revisionIds)).map((row) => [row.id, row]));
  const grounds = new Map((await rowsOf(reader, 'ground', 'id', planIds)).map((row) => [row.id, row]));
  const markups = Map.groupBy(await rowsOf(reader, 'markup', 'plan_id', planIds), ({ planId }) => planId);
  const authors = await namesOf(reader, [...markups.values()].flat());
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  return planIds.flatMap((planId) => {
    const plan = byId.get(planId);
    if (!plan) return [];
    const ground = grounds.get(planId);
    const sheet = revisions.get(plan.currentRevisionId ?? '');
    const size = ground?.widthM && ground.heightM ? { widthM: ground.widthM, heightM: ground.heightM } : undefined;
    return activeMarkups(markups.get(planId) ?? [], ground).map((markup) => {
      const rings = ringsOf(markup.points, markup.holes);
      const { measured, scale } = sheet ? markupOn(sheet, { kind: markup.kind, rings }, size) : {};
      const named = layersOf(ground).find(({ id }) => id === markup.layerId)?.name;
      const layer = named ?? t(layerKey(markup) === MINE ? 'measure.layerMine' : 'measure.layerForAll');
      return { plan, markup, layer, author: authors.get(markup.createdBy) ?? '', sheet, measured, scale };
    });
  });
}

async function rowsOf<E extends Entity>(
  { db, projectKey, actor }: Reader,
  entity: E,
  column: string,
  ids: readonly string[],
): Promise<Rows[E][]> {
  const params = new Params(projectKey.organisationId, projectKey.projectId, ids);
  const order = entity === 'markup' ? 'ORDER BY r.created_at, r.id' : '';
  const found = await db.query({
    text: `SELECT ${selectList(entity, 'r')} FROM ${tableOf(entity)} r WHERE r.organisation_id = $1
           AND r.project_id = $2 AND r.${column} = ANY ($3::uuid[]) AND ${visible(entity, 'r', actor, params)} ${order}`,
    values: params.values,
    types: ROW_TYPES,
  });
  // The select list is made from the entity's own row schema.
  return found.rows as Rows[E][];
}

async function namesOf({ db, projectKey }: Reader, markups: readonly MarkupRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(markups.map(({ createdBy }) => createdBy))];
  const found = await db.query<{ id: string; name: string }>(
    `SELECT u.id, ${nameOf('u.id')} AS name FROM unnest($3::uuid[]) AS u (id)`,
    [projectKey.organisationId, projectKey.projectId, ids],
  );
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}
