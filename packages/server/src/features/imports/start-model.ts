// Adds a building model to the project: a folder that represents it, a row for its version, and a plan for each storey.
// A later version reuses the existing plans, and pins follow the elements they are attached to.

import { AppError } from '@plumbline/core/kernel/errors';
import type { SiteTx } from '@plumbline/core/site/entities';
import { fromElement, pointInFrame } from '@plumbline/core/site/geometry/drawing-frame';
import { type ModelRow, newestModel } from '@plumbline/core/site/rows/models';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { PoolClient } from 'pg';
import { runSite, runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { type ElementPosition, placementsIn } from '../models/read.ts';
import { beginPages, type ImportContext, lockImport } from './locked-import.ts';
import type { DraftStorey, ModelDraft } from './model-file.ts';
import type { ImportKey } from './state/key.ts';
import { readDraft } from './work.ts';

type ChosenStorey = { page: number; planId: string; title: string };
export type Source = { blobId: string; name: string; fileSize: number; createdBy: string };

async function sourceOf(db: PoolClient, { organisationId, importId }: ImportKey): Promise<Source> {
  const found = await db.query<Source>(
    `SELECT blob_id AS "blobId", name, file_size::float8 AS "fileSize", created_by AS "createdBy" FROM plan_import
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId],
  );
  const source = found.rows[0];
  if (!source) throw new AppError('not_found');
  return source;
}

function rowOf(tx: SiteTx, draft: ModelDraft, source: Source, version: string): ModelRow {
  return {
    id: draft.modelId,
    projectId: tx.projectId,
    planId: draft.folderId,
    version,
    origin: draft.origin,
    storeys: draft.storeys.map(({ globalId, name, elevation, planId, frame }) => ({
      globalId,
      name,
      elevation,
      planId,
      frame,
    })),
    elements: draft.elements,
    triangles: draft.triangles,
    leftOut: draft.leftOut,
    located: draft.located,
    packBlobId: draft.packBlobId,
    originalBlobId: source.blobId,
    originalName: source.name,
    fileSize: source.fileSize,
    createdBy: source.createdBy,
    createdAt: tx.now(),
  };
}

function putFolder(tx: SiteTx, draft: ModelDraft, { name, createdBy }: Source, parentId: string | null): void {
  const now = tx.now();
  tx.put('plan', {
    id: draft.folderId,
    projectId: tx.projectId,
    type: 'Folder',
    planType: 'BimCloud',
    parentId,
    name: name.replace(/\.(ifc|ifczip|zip)$/iu, '').slice(0, 200) || name,
    sheetNumber: '',
    active: true,
    updating: false,
    currentRevisionId: null,
    createdBy,
    createdAt: now,
    lastActivity: now,
  });
}

/**
 * Creates the missing plans of storeys. They exist before their drawings are rendered, so pins can be created in the
 * model at once.
 */
async function putPlans(tx: SiteTx, { storeys, folderId }: ModelDraft, { createdBy }: Source): Promise<void> {
  const now = tx.now();
  for (const { planId, name } of storeys) {
    if (planId === null || (await tx.get('plan', planId))) continue;
    tx.put('plan', {
      id: planId,
      projectId: tx.projectId,
      type: 'Plan',
      planType: 'BimCloud',
      parentId: folderId,
      name,
      sheetNumber: '',
      active: true,
      updating: false,
      currentRevisionId: null,
      createdBy,
      createdAt: now,
      lastActivity: now,
    });
  }
}

/** Creates a new model: the folder that represents it, its first version, and the plans of its storeys. */
export async function putModel(tx: SiteTx, draft: ModelDraft, source: Source, parentId: string | null): Promise<void> {
  putFolder(tx, draft, source, parentId);
  await putPlans(tx, draft, source);
  tx.put('model', rowOf(tx, draft, source, 'V1'));
}

/** Starts the pages that draw storeys with a plan. */
function begin(services: Services, db: PoolClient, key: ImportKey, model: ModelDraft, version: string): Promise<void> {
  const pages = model.storeys.flatMap(({ page, planId, name }) =>
    page === null || planId === null ? [] : [{ page, planId, title: name }],
  );
  return beginPages(services, db, key, { parentId: model.folderId, pages, version, model });
}

/** Applies the user's choice to the draft. A storey that was left out has no plan. */
function chosenStoreys(storeys: readonly DraftStorey[], chosen: readonly ChosenStorey[]): DraftStorey[] {
  return storeys.map((storey) => {
    const page = chosen.find((one) => one.page === storey.page);
    return { ...storey, planId: page?.planId ?? null, name: page?.title ?? storey.name };
  });
}

/** Starts the import of a new model on behalf of the user who chose its storeys. */
export async function startModel(
  services: Services,
  { session, projectId }: ImportContext,
  importId: string,
  draft: ModelDraft,
  input: { parentId: string | null; pages: readonly ChosenStorey[] },
): Promise<void> {
  const { organisationId, userId } = session;
  const key = { organisationId, importId };
  await runSite(services, { organisationId, userId }, projectId, 'plan.importModel', async ({ tx, db }) => {
    const { state } = await lockImport(db, { session, projectId }, importId);
    if (state !== 'choosing') throw new AppError('import_finished');
    if (input.parentId !== null && (await tx.get('plan', input.parentId))?.type !== 'Folder') {
      throw new AppError('not_found');
    }
    const storeys = chosenStoreys(draft.storeys, input.pages);
    if (input.pages.some((one) => !storeys.some((storey) => storey.page === one.page))) {
      throw new AppError('invalid_input', { fields: [{ path: 'pages', outcome: 'UNKNOWN' }] });
    }
    const source = await sourceOf(db, key);
    const started = { ...draft, storeys };
    await putModel(tx, started, source, input.parentId);
    await begin(services, db, key, started, 'V1');
  });
}

/** Assigns the previous version's plans to the storeys of a new version: matched by id, else by name. */
function matchStoreys(
  storeys: readonly DraftStorey[],
  before: ModelRow['storeys'],
  newId: () => string,
): DraftStorey[] {
  const taken = new Set<string>();
  const take = (test: (one: ModelRow['storeys'][number]) => boolean) => {
    const found = before.find((one) => !taken.has(one.globalId) && test(one));
    if (found) taken.add(found.globalId);
    return found;
  };
  const byId = storeys.map((storey) => take((one) => one.globalId === storey.globalId));
  return storeys.map((storey, i) => {
    const found = byId[i] ?? take((one) => one.name === storey.name);
    if (found) return { ...storey, planId: found.planId, frame: found.planId ? found.frame : storey.frame };
    return { ...storey, planId: storey.page === null ? null : newId() };
  });
}

type ModelImportInput = { draft: ModelDraft; found: ReadonlyMap<string, ElementPosition> };

/**
 * Position of a pin in the new version: moved with its element if that still exists, else unchanged and marked as lost.
 */
function followedPin(pin: PinRow, { draft, found }: ModelImportInput): PinRow {
  const { modelPosition } = pin;
  if (!modelPosition?.element) return pin;
  const element = found.get(modelPosition.element.globalId);
  if (!element) return modelPosition.lost ? pin : { ...pin, modelPosition: { ...modelPosition, lost: true } };
  const [x, y, z] = fromElement(element.placement, [
    modelPosition.element.x,
    modelPosition.element.y,
    modelPosition.element.z,
  ]);
  const storey = draft.storeys[element.storey] ?? draft.storeys.find((one) => one.planId === pin.planId);
  const home = storey?.planId ? storey : draft.storeys.find((one) => one.planId === pin.planId);
  const placed = home && pointInFrame(home.frame, x, y);
  return {
    ...pin,
    ...(placed && { planId: home.planId, ...placed }),
    modelPosition: { ...modelPosition, x, y, z, lost: false },
  };
}

const isSame = (one: PinRow, other: PinRow): boolean =>
  one.planId === other.planId && JSON.stringify(one.modelPosition) === JSON.stringify(other.modelPosition);

async function pinsOn(tx: SiteTx, draft: ModelDraft): Promise<PinRow[]> {
  const plans = [...new Set(draft.storeys.flatMap((storey) => storey.planId ?? []))];
  const pins = await Promise.all(plans.map((planId) => tx.find('pin', 'planId', planId)));
  return pins.flat().filter((pin) => pin.modelPosition?.element);
}

/** The global ids of elements that pins of this model are attached to. */
async function elementsWithPins(services: Services, organisationId: string, folderId: string): Promise<Set<string>> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ id: string }>(
      `SELECT DISTINCT p.model_position -> 'element' ->> 'globalId' AS id FROM pin p
       JOIN plan l ON l.organisation_id = p.organisation_id AND l.id = p.plan_id
       WHERE p.organisation_id = $1 AND l.parent_id = $2 AND p.model_position -> 'element' ->> 'globalId' IS NOT NULL`,
      [organisationId, folderId],
    ),
  );
  return new Set(found.rows.map((row) => row.id));
}

/**
 * Continues after a new version of a model has been read; nothing has to be chosen. `pack`: path of its converted file
 * on this machine.
 */
export async function reviseModel(services: Services, key: ImportKey, projectId: string, pack: string): Promise<void> {
  const { organisationId } = key;
  const draft = await readDraft(services, key);
  if (!draft) return;
  const found = await placementsIn(pack, await elementsWithPins(services, organisationId, draft.folderId));
  const { createdBy } = await tenantTransaction(services.pool, organisationId, (db) => sourceOf(db, key));
  const who = { organisationId, userId: createdBy };
  await runSiteAsSystem(services, who, projectId, 'plan.importModel', async ({ tx, db }) => {
    const versions = await tx.find('model', 'planId', draft.folderId);
    const before = newestModel(versions);
    if (versions.some((one) => one.id === draft.modelId)) return;
    if (!before) throw new AppError('not_found');
    const storeys = matchStoreys(draft.storeys, before.storeys, services.newId);
    const started = { ...draft, storeys };
    const source = await sourceOf(db, key);
    const version = `V${versions.length + 1}`;
    await putPlans(tx, started, source);
    tx.put('model', rowOf(tx, started, source, version));
    for (const pin of await pinsOn(tx, started)) {
      const followed = followedPin(pin, { draft: started, found });
      if (!isSame(pin, followed)) tx.put('pin', followed);
    }
    await begin(services, db, key, started, version);
  });
}
