// Gathers what is drawn onto a print with the permissions of the person who requested it: pins they cannot see are left
// out.
import { MAX_PRINTED_PINS, type PrintOptions } from '@plumbline/core/features/plans/print-contract';
import { revisionAddress } from '@plumbline/core/features/plans/prints/printed-revision';
import type { Actor } from '@plumbline/core/site/actor';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import { type Alignment, applyTo, IDENTITY_ALIGNMENT, invert } from '@plumbline/core/site/geometry/alignment';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import type { Translator } from '@plumbline/locales/translate';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList, tableOf } from '../../../db/tx/columns.ts';
import { Params, visible } from '../../../db/tx/visibility.ts';
import type { PrintedCode, PrintedList, PrintedPin, PrintedSheet } from '../../../rendering/engines/print/sheet.ts';
import { pinConditions } from '../../pins/conditions.ts';
import { readToday } from '../../tasks/today.ts';
import { printedMarkups } from './printed-markups.ts';

/** The texts of the pin list at the end of a print. */
function listOf({ t, at }: PrintJob, { project, revision, pins, categories, name }: ListRows): PrintedList {
  const timeZone = project?.timezone ?? 'UTC';
  const categoryOf = ({ categoryId }: PinRow) => (categoryId === null ? undefined : categories.get(categoryId));
  return {
    title: name,
    facts: [
      [project?.title, t('plan.revisionNamed', { version: revision.version })].filter(Boolean).join(' · '),
      [
        t('planPrint.count', { count: pins.length }),
        t('planPrint.asOf', { date: t.date(at, 'medium', timeZone) }),
      ].join(' · '),
    ],
    columns: [
      { heading: t('planPrint.number'), share: 0.12 },
      { heading: t('pin.title'), share: 0.48 },
      { heading: t('pin.category'), share: 0.24 },
      { heading: t('pin.status'), share: 0.16 },
    ],
    rows: pins.map((pin) => {
      const category = categoryOf(pin);
      return {
        colour: category ? PIN_COLOURS[category.colour] : null,
        status: pin.status,
        cells: [
          pin.number === null ? '' : `#${pin.number}`,
          pin.title || t('pin.untitled'),
          category?.title ?? '',
          t(`pin.status.${pin.status}`),
        ],
      };
    }),
    lacking: t('planPrint.lacking'),
    footer: t('planPrint.page', { page: '{page}', pages: '{pages}' }),
  };
}

function codeOf(
  { t, at, publicUrl }: PrintJob,
  project: ListRows['project'],
  { id, version }: RevisionRow,
): PrintedCode {
  return {
    text: revisionAddress(publicUrl, id),
    caption: [
      t('plan.revisionDetail', { version, date: t.date(at, 'short', project?.timezone ?? 'UTC') }),
      t('planPrint.codeCaption'),
    ],
  };
}

export type PrintJob = {
  organisationId: string;
  projectId: string;
  planId: string;
  actor: Actor;
  options: PrintOptions;
  /** The address of this installation. */
  publicUrl: string;
  /** When it was requested. */
  at: Date;
  t: Translator;
};

export type GatheredSheet = {
  sheet: PrintedSheet;
  originalKey: string;
  pageNumber: number;
  turn: Rotation;
  name: string;
};

/** Undefined if the plan has no sheet. */
export async function gather(db: PoolClient, requested: PrintJob): Promise<GatheredSheet | undefined> {
  const rows = reader(db, requested);
  const [plan] = await rows('plan', 'id', requested.planId);
  const [revision] = plan?.currentRevisionId ? await rows('revision', 'id', plan.currentRevisionId) : [];
  if (!plan || !revision) return undefined;
  const original = await db.query<{ key: string }>('SELECT key FROM blob WHERE organisation_id = $1 AND id = $2', [
    requested.organisationId,
    revision.originalBlobId,
  ]);
  const originalKey = original.rows[0]?.key;
  if (originalKey === undefined) return undefined;
  const [project] = await rows('project', 'id', requested.projectId);
  const [ground] = await rows('ground', 'id', requested.planId);
  const categories = new Map((await rows('category')).map((one) => [one.id, one]));
  const pins = requested.options.filter ? await pinsOf(db, requested) : [];
  const markups = requested.options.markups ? await rows('markup', 'plan_id', requested.planId) : [];
  const alignment = revision.alignment ?? IDENTITY_ALIGNMENT;
  const name = [plan.sheetNumber, plan.name].filter(Boolean).join(' ');
  const sheet: PrintedSheet = {
    title: name,
    pins: pins.flatMap((pin) => printedPin(pin, categories, alignment) ?? []),
    markups: printedMarkups(markups, revision, ground, requested.t),
    credit: ground?.attribution ?? '',
    code: requested.options.code ? codeOf(requested, project, revision) : null,
    list:
      requested.options.list && pins.length > 0
        ? listOf(requested, { project, plan, revision, pins, categories, name })
        : null,
  };
  return { sheet, originalKey, pageNumber: revision.pageNumber, turn: revision.rotation, name };
}

/** Reads the visible rows of the project: all of an entity, or those with a value in a column. */
function reader(db: PoolClient, { organisationId, projectId, actor }: PrintJob) {
  return async <E extends Entity>(entity: E, column?: string, value?: string): Promise<Rows[E][]> => {
    const params = new Params(organisationId, projectId);
    const among = column === undefined ? '' : ` AND r.${column} = ${params.add(value, 'uuid')}`;
    const found = await db.query({
      text: `SELECT ${selectList(entity, 'r')} FROM ${tableOf(entity)} r
             WHERE r.organisation_id = $1 AND r.project_id = $2${among} AND ${visible(entity, 'r', actor, params)}`,
      values: params.values,
      types: ROW_TYPES,
    });
    // The select list is made from the entity's own row schema.
    return found.rows as Rows[E][];
  };
}

async function pinsOf(
  db: PoolClient,
  { organisationId, projectId, planId, actor, options, at }: PrintJob,
): Promise<PinRow[]> {
  const projectKey = { organisationId, projectId };
  const params = new Params(organisationId, projectId);
  const filter = { ...options.filter, plan: [planId] };
  const where = await pinConditions(db, projectKey, {
    actor,
    filter,
    params,
    today: await readToday(db, projectKey, at),
  });
  const found = await db.query({
    text: `SELECT ${selectList('pin', 'p')} FROM pin p
           WHERE ${where} AND p.x IS NOT NULL AND p.y IS NOT NULL ORDER BY p.number, p.id LIMIT ${MAX_PRINTED_PINS}`,
    values: params.values,
    types: ROW_TYPES,
  });
  // The select list is made from the entity's own row schema.
  return found.rows as PinRow[];
}

/** Undefined if the pin is outside the current sheet. */
function printedPin(
  { x, y, number, status, categoryId }: PinRow,
  categories: ReadonlyMap<string, CategoryRow>,
  alignment: Alignment,
): PrintedPin | undefined {
  if (x === null || y === null) return undefined;
  const position = applyTo(invert(alignment), { x, y });
  if (position.x < 0 || position.x > 1 || position.y < 0 || position.y > 1) return undefined;
  const category = categoryId === null ? undefined : categories.get(categoryId);
  const colour = category ? PIN_COLOURS[category.colour] : null;
  return { ...position, colour, status, label: number === null ? '' : `#${number}` };
}

export type ListRows = {
  project: Rows['project'] | undefined;
  plan: PlanRow;
  revision: RevisionRow;
  pins: readonly PinRow[];
  categories: ReadonlyMap<string, CategoryRow>;
  name: string;
};
