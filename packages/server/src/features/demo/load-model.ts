// Loads the building model of the demo: reads it, draws its storeys and publishes them as an import does. A job of its
// own, so that the rest of the demo does not wait for it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { inOrder } from '../../platform/concurrency/in-order.ts';
import { readModel } from '../../rendering/render.ts';
import { roomsOfStorey } from '../imports/import-page.ts';
import { type ModelDraft, storeModel } from '../imports/model-file.ts';
import { publish } from '../imports/publish.ts';
import { putModel } from '../imports/start-model.ts';
import { withScratch } from '../uploads/scratch.ts';
import { storeFile } from '../uploads/store-file.ts';
import { actorOf, categoryId, demoId, pinId, projectIdOf } from './ids.ts';
import { renderAndStore } from './load-plans.ts';
import { act, type Loading, servicesAt } from './loading.ts';
import type { DemoSite } from './manifest.ts';
import { packFile } from './pack.ts';

const IMPORTED = { daysAgo: 13, minutes: 300 };

type Model = NonNullable<DemoSite['model']>;

async function readAndPut(loading: Loading, model: Model, folder: string): Promise<ModelDraft> {
  const { site } = loading;
  const services = servicesAt(loading, IMPORTED);
  const owner = actorOf(site.project.owner);
  const name = model.file;
  const path = packFile(name);
  const blobId = demoId('model file');
  await storeFile(services, owner, { id: blobId, path, mime: 'application/x-step', name });
  const built = await readModel(path, name, folder);
  const kept = await storeModel(services, owner, built, { name, revises: null });
  const draft = {
    ...kept,
    modelId: demoId('model'),
    folderId: demoId('model folder'),
    storeys: kept.storeys.map((storey) => ({
      ...storey,
      planId: storey.page === null ? null : demoId(`storey ${storey.globalId}`),
    })),
  };
  const source = { blobId, name, fileSize: (await stat(path)).size, createdBy: owner.userId };
  await runSiteAsSystem(services, owner, projectIdOf(site), 'plan.importModel', async ({ tx }) => {
    if (!(await tx.get('model', draft.modelId))) await putModel(tx, draft, source, null);
  });
  return draft;
}

type Storey = ModelDraft['storeys'][number];
/** A storey with a drawing. */
type DrawnStorey = Storey & { page: number; planId: string };

const isDrawn = (storey: Storey): storey is DrawnStorey => storey.page !== null && storey.planId !== null;

const drawStorey = (loading: Loading, draft: ModelDraft, { page, planId }: DrawnStorey, path: string) => {
  const services = servicesAt(loading, IMPORTED);
  const owner = actorOf(loading.site.project.owner);
  return withScratch(services, (folder) =>
    renderAndStore(
      services,
      owner,
      { path, page, folder, name: planId, signal: loading.signal },
      roomsOfStorey(draft, planId),
    ),
  );
};

async function publishStorey(
  loading: Loading,
  draft: ModelDraft & { drawingBlobId: string },
  { page, planId, name }: DrawnStorey,
  { drawing, files }: { drawing: string; files: Awaited<ReturnType<typeof drawStorey>> },
): Promise<void> {
  const { organisationId, userId } = actorOf(loading.site.project.owner);
  const revisionId = demoId(`revision ${planId}`);
  await publish(
    servicesAt(loading, IMPORTED),
    { organisationId, importId: revisionId },
    {
      page,
      turn: 0,
      state: 'running',
      title: name,
      sheetNumber: '',
      planId,
      revisionId,
      projectId: projectIdOf(loading.site),
      parentId: draft.folderId,
      createdBy: userId,
      originalBlobId: draft.drawingBlobId,
      originalName: draft.drawingName,
      fileSize: (await stat(drawing)).size,
      blobKey: '',
      revises: false,
      version: 'V1',
      setId: null,
      model: draft,
    },
    files,
    { alignment: IDENTITY_ALIGNMENT, proposal: null },
  );
}

/** Draws a few storeys at once, and publishes them in their order. */
async function loadStoreys(loading: Loading, draft: ModelDraft, drawing: string): Promise<void> {
  const { drawingBlobId } = draft;
  if (drawingBlobId === null) return;
  const draw = (storey: DrawnStorey) => drawStorey(loading, draft, storey, drawing);
  for await (const [storey, files] of inOrder(draft.storeys.filter(isDrawn), draw)) {
    loading.signal.throwIfAborted();
    await publishStorey(loading, { ...draft, drawingBlobId }, storey, { drawing, files });
  }
}

async function loadModelPins(loading: Loading, model: Model, draft: ModelDraft): Promise<void> {
  for (const { key, storey: globalId, element, at, title, category } of model.pins) {
    const storey = draft.storeys.find((one) => one.globalId === globalId);
    if (!storey?.planId) throw new TypeError(`the model has no drawn storey ${globalId}`);
    const { left, top, widthM, heightM } = storey.frame;
    const [x, y, z] = at;
    await act(loading, loading.site.project.owner, IMPORTED, 'pin.create', {
      id: pinId(key),
      planId: storey.planId,
      x: (x - left) / widthM,
      y: (top - y) / heightM,
      modelPosition: { x, y, z: z + storey.elevation, element: { globalId: element, x, y, z } },
      content: { title, categoryId: categoryId(category) },
    });
  }
}

/** May be repeated: what is already there stays. */
export async function loadModel(loading: Loading): Promise<void> {
  const { services, site } = loading;
  const { model } = site;
  if (model === null) return;
  const done = await systemTransaction(services.pool, (db) =>
    db.query('SELECT FROM pin WHERE id = $1', [pinId(model.pins.at(-1)?.key ?? '')]),
  );
  if (done.rowCount !== 0) return;
  await withScratch(services, async (folder) => {
    const draft = await readAndPut(loading, model, folder);
    await loadStoreys(loading, draft, join(folder, 'storeys.pdf'));
    await loadModelPins(loading, model, draft);
  });
  services.log.info('the model of the demo project is complete');
}
