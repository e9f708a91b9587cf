// Downloads many photos as one zip: requested with a token, fetched by a link valid for minutes, streamed while
// packing.
import { Readable } from 'node:stream';
import { createMediaExport } from '@plumbline/core/features/media/contract';
import { parseInput } from '@plumbline/core/kernel/action';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Feature } from '../../../http/feature.ts';
import { disposition } from '../../../http/files/send-file.ts';
import { readActor } from '../../../http/project-actor.ts';
import { createAudiences } from '../../../http/security/audience.ts';
import { writeZip, type ZipPart } from '../../../office/zip-write.ts';
import { requireExportLink, signedExportUrl } from '../links.ts';
import { signed } from '../signed-query.ts';
import { fileNames } from './file-names.ts';
import { exportedFiles, readExport, storeExport } from './store.ts';

const asked = z.object({ exportId: id });

export const mediaExports: Feature = (serve, services, app) => {
  const { pool, clock, config, files } = services;
  const audienceOf = createAudiences(pool);

  serve(createMediaExport, async ({ session, projectId, actor }, { body }) => {
    const { organisationId, userId, sessionId } = session;
    const requested = { projectId, userId, blobIds: body.blobIds };
    const first = await exportedFiles(services, organisationId, requested, actor).next();
    // An empty zip would look like a failed download.
    if (first.done) throw new AppError('not_found');
    await storeExport(services, { id: body.id, organisationId, ...requested });
    const { url, expiresAt } = signedExportUrl(config, body.id, { audience: sessionId, now: clock.now() });
    return { url, expiresAt: expiresAt.toISOString() };
  });

  app.get('/m/exports/:exportId', async (request, reply) => {
    const { exportId } = parseInput(asked, request.params);
    const { e: expires, a: audience, s: signature } = parseInput(signed, request.query);
    const now = clock.now();
    requireExportLink(config, exportId, { expires, audience, signature }, now);
    const who = await audienceOf(audience, now, request.ip);
    const requested = await readExport(services, who, exportId);
    const actor = await readActor(pool, who, requested.projectId);
    const found = await tenantTransaction(pool, who.organisationId, (db) =>
      db.query<{ title: string; timezone: string }>(
        'SELECT title, timezone FROM project WHERE organisation_id = $1 AND id = $2',
        [who.organisationId, requested.projectId],
      ),
    );
    const { title, timezone } = found.rows[0] ?? { title: '', timezone: 'UTC' };
    const name = fileNames(timezone);
    async function* entries(): AsyncGenerator<ZipPart> {
      for await (const file of exportedFiles(services, who.organisationId, requested, actor)) {
        const open = async () => (await files.open(file.key)) as AsyncIterable<Buffer>;
        yield { name: name(file), at: file.takenAt, open, stored: true };
      }
    }
    const day = now.toISOString().slice(0, 10);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': disposition('attachment', `${title.slice(0, 80)} ${day}.zip`),
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(writeZip(entries()), { objectMode: false }));
  });
};
