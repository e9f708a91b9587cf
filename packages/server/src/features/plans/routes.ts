// The plan tree, revisions and tiles over HTTP.
import {
  getPack,
  getPlan,
  getTiles,
  listPackSizes,
  listPlans,
  listRevisions,
  PACK_PIECE_BYTES,
} from '@plumbline/core/features/plans/contract';
import { readSheetLines } from '@plumbline/core/features/plans/lines/contract';
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import { type ReadMarks, readMarks } from '@plumbline/core/features/plans/sheet-references';
import { readScales } from '@plumbline/core/features/plans/sheet-scale';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import { tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { readTextLayer } from '../../rendering/text/text-layer.ts';
import { createBlobs } from '../media/blobs.ts';
import { signedMediaUrl, signedTilePrefix } from '../media/links.ts';
import { requestLines } from './lines.ts';
import { createPackHashes, packBlobOf, packSizes } from './packs.ts';
import { type Linker, readPlan, readPlans, readRevisions, requireRevision } from './read.ts';
import { serveTiles } from './tiles.ts';

/** Throws `not_found` for a revision of another project. */
async function marksOf(
  services: Services,
  { organisationId, projectId }: { organisationId: string; projectId: string },
  revisionId: string,
): Promise<ReadMarks & { scales: number[] }> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ key: string | null }>(
      `SELECT b.key FROM revision r
       LEFT JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.text_blob_id
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3`,
      [organisationId, projectId, revisionId],
    ),
  );
  const revision = found.rows[0];
  if (!revision) throw new AppError('not_found');
  if (revision.key === null) return { marks: [], details: [], scales: [] };
  const words = await readTextLayer(await services.files.open(revision.key));
  return { ...readMarks(words), scales: readScales(words) };
}

function linkerFor({ config, clock }: Services, session: Session): Linker {
  const link = { audience: session.sessionId, now: clock.now() };
  return {
    file: (blobId) => signedMediaUrl(config, blobId, 'original', link).url,
    tiles(revisionId) {
      const { url, expiresAt } = signedTilePrefix(config, revisionId, link);
      return { revisionId, prefix: url, expiresAt: expiresAt.toISOString() };
    },
  };
}

type Caller = { session: Session; actor: Actor; projectId: string };

export const plans: Feature = (serve, services, app) => {
  const read = <T>(
    { session, actor, projectId }: Caller,
    work: (reader: Parameters<typeof readPlan>[0]) => Promise<T>,
  ) =>
    tenantSnapshot(services.pool, session.organisationId, (db) =>
      work({
        db,
        projectKey: { organisationId: session.organisationId, projectId },
        actor,
        link: linkerFor(services, session),
      }),
    );

  serve(listPlans, (caller, { query }) => read(caller, (reader) => readPlans(reader, query)));
  serve(getPlan, (caller, { params }) => read(caller, (reader) => readPlan(reader, params.planId)));
  serve(listRevisions, (caller, { params, query }) =>
    read(caller, (reader) => readRevisions(reader, params.planId, query)),
  );
  serve(getTiles, (caller, { params }) =>
    read(caller, async (reader) => {
      await requireRevision(reader, params.revisionId);
      return reader.link.tiles(params.revisionId);
    }),
  );
  const blobOf = createBlobs(services.pool);
  const hashesOf = createPackHashes(services.files);
  serve(getPack, async (caller, { params }) => {
    const { organisationId, sessionId } = caller.session;
    const blobId = await read(caller, ({ db, projectKey }) => packBlobOf(db, projectKey, params.revisionId));
    const blob = await blobOf(organisationId, blobId);
    const pieces = await hashesOf(blob);
    const link = { audience: sessionId, now: services.clock.now() };
    const { url, expiresAt } = signedMediaUrl(services.config, blobId, 'original', link);
    return {
      ...{ revisionId: params.revisionId, size: blob.size, pieceSize: PACK_PIECE_BYTES, pieces },
      ...{ url, expiresAt: expiresAt.toISOString() },
    };
  });
  serve(listPackSizes, async (caller, { query }) => ({
    packs: await read(caller, ({ db, projectKey }) => packSizes(db, projectKey, query.revision ?? [])),
  }));
  serve(getSheetMarks, async ({ session, projectId, reply }, { params }) => {
    const marks = await marksOf(services, { organisationId: session.organisationId, projectId }, params.revisionId);
    // A revision's text never changes.
    reply.headers({ 'cache-control': 'private, max-age=86400', vary: 'authorization' });
    return marks;
  });
  serve(readSheetLines, async ({ session, projectId }, { params }) => ({
    linesBlobId: await requestLines(services, { organisationId: session.organisationId, projectId }, params.revisionId),
  }));
  serveTiles(services, app);
};
