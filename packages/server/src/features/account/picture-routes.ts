// Profile pictures are uploaded as bytes and served by a signed link, or by user id to people who may see that user.
import {
  listAvatars,
  PICTURE_BYTES,
  readAvatar,
  removePicture,
} from '@plumbline/core/features/account/picture-contract';
import { parseInput } from '@plumbline/core/kernel/action';
import { AppError } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import { id } from '@plumbline/core/kernel/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Feature } from '../../http/feature.ts';
import { sendFile } from '../../http/files/send-file.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { createAudiences } from '../../http/security/audience.ts';
import { authenticate } from '../../http/session.ts';
import { pictureLink, requirePictureLink } from '../auth/picture-link.ts';
import { readAccount } from './own-data.ts';
import { dropPicture, pictureKey, picturesOf, storePicture } from './picture.ts';

const TYPES = /^image\/(?:png|jpeg|svg\+xml|gif|bmp|x-ms-bmp|x-bmp)$/u;
const signed = z.object({
  e: z
    .string()
    .regex(/^\d{1,15}$/u)
    .transform(Number),
  a: id,
  s: z.string().max(64),
});

export const pictures: Feature = async (serve, services, app) => {
  const { pool, clock, config, files } = services;
  const audienceOf = createAudiences(pool);

  async function send(request: FastifyRequest, reply: FastifyReply, key: string, ownAddress: boolean): Promise<void> {
    const stored = await files.stat(key);
    if (!stored) throw new AppError('not_found');
    await sendFile(request, reply, files, {
      ...{ key, size: stored.size, name: 'picture.webp', mime: 'image/webp', download: false, ownAddress },
      etag: key.split('/').at(-1) ?? key,
    });
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: PICTURE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: 'PUT',
      url: versionedPath('/api/me/picture'),
      bodyLimit: PICTURE_BYTES,
      onRequest: async (request) => {
        const session = await authenticate(pool, request, clock.now());
        if (session.way === 'support') throw new AppError('not_by_token');
      },
      handler: async (request) => {
        const session = await authenticate(pool, request, clock.now());
        await take(pool, [{ bucket: `picture:${session.userId}`, max: 60, windowMs: 3_600_000 }], clock.now());
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new AppError('unsupported_type');
        await storePicture(services, session.userId, request.body);
        return readAccount(services, session);
      },
    });
  });

  serve(removePicture, async ({ session }) => {
    await dropPicture(services, session.userId);
    return readAccount(services, session);
  });

  app.get('/m/pictures/:picture', async (request, reply) => {
    const { picture } = parseInput(z.object({ picture: z.string().max(120) }), request.params);
    const link = parseInput(signed, request.query);
    const now = clock.now();
    requirePictureLink(config, picture, link, now);
    await audienceOf(link.a, now, request.ip);
    await send(request, reply, pictureKey(picture), true);
    return reply;
  });

  serve(readAvatar, async ({ session, request, reply }, { params }) => {
    const [found] = await picturesOf(pool, session.organisationId, [params.userId]);
    if (!found) throw new AppError('not_found');
    await send(request, reply, found.key, false);
  });

  serve(listAvatars, async ({ session }, { query }) => {
    const now = clock.now();
    const found = await picturesOf(pool, session.organisationId, query.id ?? []);
    return {
      avatars: found.flatMap(({ userId, key }) => {
        const picture = pictureLink(config, session, key, now);
        return picture === null ? [] : { userId, picture };
      }),
    };
  });
};
