// Gives the demo project its building model, the way of every model: read, drawn, published. A job of its own: the rest need not wait.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@plumbline/core/kernel/errors';
import { AS_IS } from '@plumbline/core/site/geometry/alignment';
import { runSite, runSiteAsSystem } from '../../../db/tx/pg-store.ts';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import type { Parts } from '../../../platform/services.ts';
import { globalIdOf, writeIfc } from '../../../rendering/engines/ifc/ifc-writer.ts';
import { readModel, renderPage } from '../../../rendering/render.ts';
import { keepModel, type ModelDraft } from '../../imports/model-file.ts';
import { publish } from '../../imports/publish.ts';
import { putModel } from '../../imports/start-model.ts';
import { keepFile } from '../../uploads/keep-file.ts';
import { withScratch } from '../../uploads/scratch.ts';
import { demoId } from '../ids.ts';
import { demoBuilding } from './building.ts';

const FILE = 'Lindenhof.ifc';
const owner = { organisationId: demoId('organisation'), userId: demoId('anna') };

/** Pins that sit on elements; metres on the storey. */
const PINS = [
  {
    key: 'model pin column',
    element: 'ground column 46',
    storey: 'ground',
    at: [5.4, 5.35, 1.4],
    title: 'Honeycombing at the foot of the column',
    category: 'structure',
  },
  {
    key: 'model pin door',
    element: 'first door 0',
    storey: 'first',
    at: [13.575, 12.3, 1.6],
    title: 'Closer of the fire door missing',
    category: 'fire',
  },
] as const;

async function makeRows(parts: Parts, projectId: string, ifc: string, folder: string): Promise<ModelDraft> {
  const originalBlobId = demoId('model file');
  await keepFile(parts, owner, { id: originalBlobId, path: ifc, mime: 'application/x-step', name: FILE });
  const built = await readModel(ifc, FILE, folder);
  const kept = await keepModel(parts, owner, built, { name: FILE, revises: null });
  const draft = {
    ...kept,
    modelId: demoId('model'),
    folderId: demoId('model folder'),
    storeys: kept.storeys.map((one) => ({
      ...one,
      planId: one.page === null ? null : demoId(`storey ${one.globalId}`),
    })),
  };
  const source = { blobId: originalBlobId, name: FILE, fileSize: (await stat(ifc)).size, createdBy: owner.userId };
  await runSiteAsSystem(parts, owner, projectId, 'plan.importModel', async ({ tx }) => {
    if (!(await tx.get('model', draft.modelId))) await putModel(tx, draft, source, null);
  });
  return draft;
}

async function makePlan(parts: Parts, projectId: string, draft: ModelDraft, page: number, drawing: string) {
  const storey = draft.storeys.find((one) => one.page === page);
  if (!storey?.planId || !draft.drawingBlobId) return;
  const { planId } = storey;
  await withScratch(parts, async (folder) => {
    const made = await renderPage(drawing, page, folder);
    const keep = async (path: string, mime: string, name: string) => {
      const id = demoId(`${planId} ${name}`);
      await keepFile(parts, owner, { id, path, mime, name });
      return id;
    };
    const revisionId = demoId(`revision ${planId}`);
    const job = {
      page,
      turn: 0 as const,
      state: 'running' as const,
      title: storey.name,
      sheetNumber: '',
      planId,
      revisionId,
      projectId,
      parentId: draft.folderId,
      createdBy: owner.userId,
      originalBlobId: draft.drawingBlobId ?? '',
      originalName: draft.drawingName,
      fileSize: (await stat(drawing)).size,
      blobKey: '',
      revises: false,
      version: 'V1',
      model: draft,
    };
    const { widthPt, heightPt, pyramid } = made;
    const files = {
      packBlobId: await keep(made.pack, 'application/octet-stream', 'tiles'),
      textBlobId: made.text === null ? null : await keep(made.text, 'application/gzip', 'text'),
      thumbBlobId: await keep(made.thumb, 'image/webp', 'thumb'),
      previewBlobId: await keep(made.preview, 'image/webp', 'preview'),
    };
    const key = { organisationId: owner.organisationId, importId: revisionId };
    await publish(parts, key, job, { widthPt, heightPt, pyramid, ...files }, { alignment: AS_IS, proposal: null });
  });
}

async function makePins(parts: Parts, projectId: string, draft: ModelDraft): Promise<void> {
  for (const { key, element, storey: storeyKey, at, title, category } of PINS) {
    const storey = draft.storeys.find((one) => one.globalId === globalIdOf(storeyKey));
    if (!storey?.planId) continue;
    const { left, top, widthM, heightM } = storey.frame;
    const [x, y, z] = at;
    try {
      await runSite(parts, owner, projectId, 'pin.create', {
        id: demoId(key),
        planId: storey.planId,
        x: (x - left) / widthM,
        y: (top - y) / heightM,
        modelPosition: { x, y, z: z + storey.elevation, element: { globalId: globalIdOf(element), x, y, z } },
        content: { title, categoryId: demoId(`category ${category}`) },
      });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'already_exists')) throw error;
    }
  }
}

/** May be repeated: what is there stays. */
export async function makeDemoModel(parts: Parts, projectId: string, signal: AbortSignal): Promise<void> {
  const done = await systemTransaction(parts.pool, (db) =>
    db.query('SELECT FROM pin WHERE id = $1', [demoId(PINS[PINS.length - 1]?.key ?? '')]),
  );
  if (done.rowCount !== 0) return;
  await withScratch(parts, async (folder) => {
    const ifc = join(folder, FILE);
    await writeFile(ifc, writeIfc(demoBuilding(), parts.clock.now().toISOString().slice(0, 19)));
    const draft = await makeRows(parts, projectId, ifc, folder);
    for (const { page } of draft.storeys) {
      signal.throwIfAborted();
      if (page !== null) await makePlan(parts, projectId, draft, page, join(folder, 'storeys.pdf'));
    }
    await makePins(parts, projectId, draft);
  });
  parts.log.info('the model of the demo project is complete');
}
