// Loads the plans of a site: renders every sheet of the pack and publishes it as an import does.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { inOrder } from '../../platform/concurrency/in-order.ts';
import type { Services } from '../../platform/services.ts';
import { renderPage } from '../../rendering/render.ts';
import { publish } from '../imports/publish.ts';
import { type RoomsOfModel, recogniseRooms } from '../imports/rooms/recognise.ts';
import { withScratch } from '../uploads/scratch.ts';
import { storeFile } from '../uploads/store-file.ts';
import { actorOf, demoId, planId, projectIdOf } from './ids.ts';
import { FOLDER } from './load-project.ts';
import { type Loading, servicesAt } from './loading.ts';
import type { DemoSite } from './manifest.ts';
import { packFile } from './pack.ts';

type Plan = DemoSite['plans'][number];
type Revision = Plan['revisions'][number];

/** Renders a page and stores its files; `name` is what the ids of the files are derived from. */
export async function renderAndStore(
  services: Services,
  owner: { organisationId: string; userId: string },
  source: { path: string; page: number; folder: string; name: string; signal: AbortSignal },
  model?: RoomsOfModel,
) {
  const { path, page, folder, name, signal } = source;
  const rendered = await renderPage(path, page, folder, { signal });
  const keep = async (file: string, mime: string, kind: string) => {
    const id = demoId(`blob ${name} ${kind}`);
    await storeFile(services, owner, { id, path: file, mime, name: kind });
    return id;
  };
  return {
    widthPt: rendered.widthPt,
    heightPt: rendered.heightPt,
    pyramid: rendered.pyramid,
    rooms: await recogniseRooms(services, rendered, model),
    packBlobId: await keep(rendered.pack, 'application/octet-stream', 'tiles'),
    textBlobId: rendered.text === null ? null : await keep(rendered.text, 'application/gzip', 'text'),
    linesBlobId: rendered.lines === null ? null : await keep(rendered.lines, 'application/gzip', 'lines'),
    thumbBlobId: await keep(rendered.thumb, 'image/webp', 'thumb.webp'),
    previewBlobId: await keep(rendered.preview, 'image/webp', 'preview.webp'),
  };
}

type Sheet = { plan: Plan; revision: Revision };

const revisionIdOf = ({ file }: Revision): string => demoId(`revision ${file}`);

async function isLoaded({ services }: Loading, revision: Revision): Promise<boolean> {
  const known = await systemTransaction(services.pool, (db) =>
    db.query('SELECT FROM revision WHERE id = $1', [revisionIdOf(revision)]),
  );
  return known.rowCount === 1;
}

/** Stores the original of a sheet and what is rendered from it. */
async function drawSheet(loading: Loading, { revision: { file, published } }: Sheet) {
  const services = servicesAt(loading, published);
  const owner = actorOf(loading.site.project.owner);
  const path = packFile(file);
  await storeFile(services, owner, {
    id: demoId(`blob ${file}`),
    path,
    mime: 'application/pdf',
    name: basename(path),
  });
  return withScratch(services, (folder) =>
    renderAndStore(services, owner, { path, page: 1, folder, name: file, signal: loading.signal }),
  );
}

async function publishSheet(
  loading: Loading,
  { plan, revision }: Sheet,
  files: Awaited<ReturnType<typeof drawSheet>>,
): Promise<void> {
  const { organisationId, userId } = actorOf(loading.site.project.owner);
  const path = packFile(revision.file);
  const revisionId = revisionIdOf(revision);
  await publish(
    servicesAt(loading, revision.published),
    { organisationId, importId: revisionId },
    {
      page: 1,
      turn: 0,
      state: 'running',
      title: plan.title,
      sheetNumber: plan.sheetNumber,
      planId: planId(plan.key),
      revisionId,
      projectId: projectIdOf(loading.site),
      parentId: plan.inFolder ? FOLDER : null,
      createdBy: userId,
      originalBlobId: demoId(`blob ${revision.file}`),
      originalName: basename(path),
      fileSize: (await stat(path)).size,
      blobKey: '',
      revises: false,
      version: revision.version,
      setId: null,
      model: null,
    },
    files,
  );
}

/** Draws a few sheets at once, and publishes them in their order: a revision follows the one before it. */
export async function loadPlans(loading: Loading): Promise<void> {
  const waiting: Sheet[] = [];
  for (const plan of loading.site.plans) {
    for (const revision of plan.revisions) {
      if (!(await isLoaded(loading, revision))) waiting.push({ plan, revision });
    }
  }
  for await (const [sheet, files] of inOrder(waiting, (one) => drawSheet(loading, one))) {
    loading.signal.throwIfAborted();
    await publishSheet(loading, sheet, files);
  }
}
