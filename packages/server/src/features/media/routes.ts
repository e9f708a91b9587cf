// Links to files, the files behind them, and the list of posts.
import { fileLinks, listPosts, MEDIA_SIZES, type MediaSize } from '@plumbline/core/features/media/contract';
import { parseInput } from '@plumbline/core/kernel/action';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { readActor } from '../../http/project-actor.ts';
import { createAudiences } from '../../http/security/audience.ts';
import { createBlobs } from './blobs.ts';
import { demandMediaLink, signedMediaUrl } from './links.ts';
import { readPosts } from './posts.ts';
import { signed } from './signed-query.ts';
import { createSizes, isPicture } from './sizes.ts';
import { visibleBlobs } from './visible-blobs.ts';

const asked = z.object({ blobId: id, size: z.enum(MEDIA_SIZES) });

const made = (size: MediaSize): size is 'thumb' | 'preview' => size === 'thumb' || size === 'preview';

/**
 * Types that a page embeds. Other files are opened by URL, which stays in the browser history for the next person at
 * the device: they are revalidated on every request, and inaccessible once the session has ended.
 */
const INSIDE_PAGES = /^(?:image|video|audio)\//u;

export const media: Feature = (serve, services, app) => {
  const { pool, clock, config, files } = services;
  const audienceOf = createAudiences(pool);
  const blobOf = createBlobs(pool);
  const pictureOf = createSizes(services);

  serve(fileLinks, async ({ session }, { body }) => {
    const { projectId, blobIds, sizes } = body;
    const actor = await readActor(pool, session, projectId);
    const place = { organisationId: session.organisationId, projectId };
    const seen = await tenantSnapshot(pool, place.organisationId, (db) => visibleBlobs(db, place, actor, blobIds));
    const link = { audience: session.sessionId, now: clock.now() };
    const links = seen.flatMap(({ id: blobId, mime }) =>
      sizes.map((size) => {
        const { url, expiresAt } = signedMediaUrl(config, blobId, size, link);
        return { blobId, size, url: made(size) && !isPicture(mime) ? null : url, expiresAt: expiresAt.toISOString() };
      }),
    );
    return { links };
  });

  serve(listPosts, ({ session, actor, projectId }, { query }) =>
    tenantSnapshot(pool, session.organisationId, (db) =>
      readPosts(db, { organisationId: session.organisationId, projectId }, actor, query),
    ),
  );

  app.get('/m/files/:blobId/:size', async (request, reply) => {
    const { blobId, size } = parseInput(asked, request.params);
    const { e: expires, a: audience, s: signature } = parseInput(signed, request.query);
    const now = clock.now();
    demandMediaLink(config, blobId, size, { expires, audience, signature }, now);
    const { organisationId } = await audienceOf(audience, now);
    const blob = await blobOf(organisationId, blobId);
    const { name, mime } = blob;
    const etag = `${blob.sha256.slice(0, 32)}-${size}`;
    if (made(size)) {
      const picture = await pictureOf(blob, size);
      await sendFile(request, reply, files, {
        ...picture,
        name: `${name}.webp`,
        mime: 'image/webp',
        etag,
        download: false,
        ownAddress: true,
      });
    } else {
      await sendFile(request, reply, files, {
        key: blob.key,
        size: blob.size,
        name,
        mime,
        etag,
        download: size === 'download',
        ownAddress: INSIDE_PAGES.test(mime),
      });
    }
    return reply;
  });
};
