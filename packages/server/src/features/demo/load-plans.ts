// Loads the plans of a site: renders every sheet of the pack and publishes it as an import does.
import { stat } from 'node:fs/promises';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { renderPage } from '../../rendering/render.ts';
import { publish } from '../imports/publish.ts';
import { type RoomsOfModel, recogniseRooms } from '../imports/rooms/recognise.ts';
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

async function loadRevision(loading: Loading, plan: Plan, revision: Revision, folder: string): Promise<void> {
  const services = servicesAt(loading, revision.published);
  const revisionId = demoId(`revision ${revision.file}`);
  const known = await systemTransaction(services.pool, (db) =>
    db.query('SELECT FROM revision WHERE id = $1', [revisionId]),
  );
  if (known.rowCount === 1) return;
  const owner = actorOf(loading.site.project.owner);
  const path = packFile(revision.file);
  const name = revision.file.replace(/^.*\//u, '');
  const originalBlobId = demoId(`blob ${revision.file}`);
  await storeFile(services, owner, { id: originalBlobId, path, mime: 'application/pdf', name });
  const files = await renderAndStore(services, owner, {
    path,
    page: 1,
    folder,
    name: revision.file,
    signal: loading.signal,
  });
  await publish(
    services,
    { organisationId: owner.organisationId, importId: revisionId },
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
      createdBy: owner.userId,
      originalBlobId,
      originalName: name,
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

/** The folder is for the files of the renderer. */
export async function loadPlans(loading: Loading, folder: string): Promise<void> {
  for (const plan of loading.site.plans) {
    for (const revision of plan.revisions) {
      loading.signal.throwIfAborted();
      await loadRevision(loading, plan, revision, folder);
    }
  }
}
