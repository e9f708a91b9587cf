// Links to files, the files behind them, and the list of posts.
import { Readable } from 'node:stream';
import {
  BUNDLE_TYPE,
  fileBundle,
  fileLinks,
  listPosts,
  MEDIA_SIZES,
  type MediaSize,
  type ShownPost,
} from '@plumbline/core/features/media/contract';
import { parseInput } from '@plumbline/core/kernel/action';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { id } from '@plumbline/core/kernel/text';
import type { Actor } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import type { Feature } from '../../http/feature.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { readActor } from '../../http/project-actor.ts';
import { createAudiences } from '../../http/security/audience.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { nameOf } from '../../lists/person-names.ts';
import { createBlobs, visibleBlobs } from './blobs.ts';
import { bundleOf } from './bundle.ts';
import { requireMediaLink, signedMediaUrl } from './links.ts';
import { signed } from './signed-query.ts';
import { createSizes, isPicture } from './sizes.ts';
import { convertedVideo } from './videos/convert-video.ts';

type Place = { organisationId: string; projectId: string };
type Query = RequestOf<typeof listPosts>['query'];

function conditions(query: Query, actor: Actor, params: Params): string {
  const among = (column: string, values: readonly string[] | undefined, type: string) =>
    values?.length ? [`${column} = ANY (${params.add(values, `${type}[]`)})`] : [];
  return [
    'r.organisation_id = $1 AND r.project_id = $2',
    visible('post', 'r', actor, params),
    ...among('r.type', query.type, 'text'),
    ...among('r.pin_id', query.pin, 'uuid'),
    ...among('r.task_id', query.task, 'uuid'),
    ...among('p.plan_id', query.plan, 'uuid'),
    ...among('r.created_by', query.creator, 'uuid'),
    ...(query.from ? [`r.created_at >= ${params.add(`${query.from}T00:00:00Z`, 'timestamptz')}`] : []),
    ...(query.to ? [`r.created_at < ${params.add(`${query.to}T00:00:00Z`, 'timestamptz')} + interval '1 day'`] : []),
    ...(query.state === 'all' ? [] : [`r.active = ${params.add(query.state === 'active', 'boolean')}`]),
  ].join(' AND ');
}

const FROM = 'FROM post r JOIN pin p ON p.organisation_id = r.organisation_id AND p.id = r.pin_id';

/** The posts of a project, newest first, limited to what the reader can see. */
async function readPosts(
  db: PoolClient,
  { organisationId, projectId }: Place,
  actor: Actor,
  query: Query,
): Promise<ReplyOf<typeof listPosts>> {
  const params = new Params(organisationId, projectId);
  const where = conditions(query, actor, params);
  const counted = await db.query<{ count: string }>(`SELECT count(*) ${FROM} WHERE ${where}`, params.values);
  const limit = params.add(query.size, 'integer');
  const offset = params.add(query.page * query.size, 'bigint');
  const found = await db.query({
    text: `SELECT ${selectList('post', 'r')}, p.number AS "pinNumber", p.title AS "pinTitle",
             ${nameOf('r.created_by')} AS "createdByName"
           ${FROM} WHERE ${where} ORDER BY r.created_at DESC, r.id LIMIT ${limit} OFFSET ${offset}`,
    values: params.values,
    types: ROW_TYPES,
  });
  // The select list is derived from the entity's row schema.
  return pageOf(found.rows as ShownPost[], Number(counted.rows[0]?.count ?? 0), query);
}

const asked = z.object({ blobId: id, size: z.enum(MEDIA_SIZES) });

const made = (size: MediaSize): size is 'thumb' | 'preview' => size === 'thumb' || size === 'preview';

const hasSize = (mime: string, size: MediaSize): boolean =>
  made(size) ? isPicture(mime) : size !== 'play' || mime.startsWith('video/');

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

  async function seenBy(session: Session, projectId: string, blobIds: readonly string[]) {
    const actor = await readActor(pool, session, projectId);
    const projectKey = { organisationId: session.organisationId, projectId };
    return tenantSnapshot(pool, projectKey.organisationId, (db) => visibleBlobs(db, projectKey, actor, blobIds));
  }

  serve(fileLinks, async ({ session }, { body }) => {
    const { projectId, blobIds, sizes } = body;
    const seen = await seenBy(session, projectId, blobIds);
    const link = { audience: session.sessionId, now: clock.now() };
    const links = seen.flatMap(({ id: blobId, mime }) =>
      sizes.map((size) => {
        const { url, expiresAt } = signedMediaUrl(config, blobId, size, link);
        return { blobId, size, url: hasSize(mime, size) ? url : null, expiresAt: expiresAt.toISOString() };
      }),
    );
    return { links };
  });

  serve(fileBundle, async ({ session, reply }, { body: { projectId, files: wanted } }) => {
    const ids = wanted.map(({ blobId }) => blobId);
    const pictures = (await seenBy(session, projectId, ids)).filter(({ mime }) => isPicture(mime));
    const seen = new Set(pictures.map(({ id: blobId }) => blobId));
    const content = bundleOf(
      wanted.filter(({ blobId }) => seen.has(blobId)),
      {
        picture: async ({ blobId, size }) => pictureOf(await blobOf(session.organisationId, blobId), size),
        open: (key) => files.open(key),
      },
    );
    void reply.headers({ 'content-type': BUNDLE_TYPE, 'cache-control': 'private, no-store' });
    await reply.send(Readable.from(content, { objectMode: false }));
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
    requireMediaLink(config, blobId, size, { expires, audience, signature }, now);
    const { organisationId } = await audienceOf(audience, now, request.ip);
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
      const converted = size === 'play' ? await convertedVideo(services, blob) : undefined;
      await sendFile(request, reply, files, {
        key: blob.key,
        size: blob.size,
        name,
        mime,
        etag,
        download: size === 'download',
        ownAddress: INSIDE_PAGES.test(mime),
        ...converted,
      });
    }
    return reply;
  });
};
