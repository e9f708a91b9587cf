// Resumable uploads: the tus protocol 1.0 with creation, checksum, expiration and termination.

import { MAX_CHUNK, PURPOSES } from '@plumbline/core/features/uploads/limits';
import { parseInput } from '@plumbline/core/kernel/action';
import { AppError } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import { line } from '@plumbline/core/kernel/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Feature } from '../../http/feature.ts';
import { authenticate } from '../../http/session.ts';
import { completeUpload, createUpload, discardUpload, readUpload, type Upload, writeChunk } from './store.ts';

const VERSION = '1.0.0';
const OFFSET_TYPE = 'application/offset+octet-stream';

const creation = z.strictObject({
  id: z.uuid(),
  purpose: z.enum(PURPOSES),
  name: line(255, 1),
  mime: line(120).default('application/octet-stream'),
  size: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});

/** Parses `key base64(value), …`, the format of the tus protocol. */
function metadata(header: unknown): Record<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  return Object.fromEntries(
    pairs.filter(([key]) => key).map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );
}

const wholeNumber = (header: unknown): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : undefined;

/** Parses `sha256 <base64>`; undefined if the client sends none. */
function checksum(header: unknown): Buffer | undefined {
  if (header === undefined) return undefined;
  const [algorithm, value = ''] = String(header).split(' ');
  const digest = Buffer.from(value, 'base64');
  if (algorithm !== 'sha256' || digest.length !== 32) throw new AppError('bad_request');
  return digest;
}

export const uploads: Feature = async (_serve, services, app) => {
  const base = versionedPath('/api/files');
  app.addContentTypeParser(OFFSET_TYPE, (_request, payload, done) => done(null, payload));

  const owner = async (request: FastifyRequest) => {
    const { organisationId, userId } = await authenticate(services.pool, request, services.clock.now());
    return { organisationId, userId };
  };
  const idOf = (request: FastifyRequest) => parseInput(z.object({ id: z.uuid() }), request.params).id;
  const show = (reply: FastifyReply, upload: Pick<Upload, 'received' | 'size' | 'stored'>) =>
    reply.headers({
      // RFC 9530, so that the device can prove what has arrived.
      ...(upload.stored && { 'repr-digest': `sha-256=:${upload.stored.toString('base64')}:` }),
      'tus-resumable': VERSION,
      'upload-offset': String(upload.received),
      'upload-length': String(upload.size),
      'cache-control': 'no-store',
    });

  app.options(base, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-resumable': VERSION,
        'tus-version': VERSION,
        'tus-extension': 'creation,checksum,expiration,termination',
        'tus-checksum-algorithm': 'sha256',
      })
      .send(),
  );

  app.post(base, async (request, reply) => {
    const who = await owner(request);
    const requested = parseInput(creation, {
      ...metadata(request.headers['upload-metadata']),
      size: request.headers['upload-length'] ?? '',
    });
    const upload = await createUpload(services, who, {
      ...requested,
      sha256: requested.sha256 ? Buffer.from(requested.sha256, 'hex') : null,
    });
    return show(reply, upload).code(201).header('location', `${base}/${upload.id}`).send();
  });

  app.head(`${base}/:id`, async (request, reply) => {
    const who = await owner(request);
    const upload = await readUpload(services, who, idOf(request));
    // All bytes have arrived, but the process that would have assembled them died: assemble them now.
    const stored = upload.received === upload.size ? await completeUpload(services, who, upload) : null;
    return show(reply, { ...upload, stored })
      .code(200)
      .send();
  });

  app.patch(`${base}/:id`, { bodyLimit: MAX_CHUNK }, async (request, reply) => {
    const who = await owner(request);
    if (request.headers['content-type'] !== OFFSET_TYPE) throw new AppError('unsupported_type');
    const offset = wholeNumber(request.headers['upload-offset']);
    const length = wholeNumber(request.headers['content-length']);
    if (offset === undefined || length === undefined) throw new AppError('bad_request');
    if (length > MAX_CHUNK) throw new AppError('too_large', { params: { limit: MAX_CHUNK } });
    const upload = await readUpload(services, who, idOf(request));
    const body = request.body as AsyncIterable<Buffer>;
    const sha256 = checksum(request.headers['upload-checksum']);
    const received = await writeChunk(services, who, upload, { offset, length, sha256, body });
    const stored = received === upload.size ? await completeUpload(services, who, { ...upload, received }) : null;
    return show(reply, { ...upload, received, stored })
      .code(204)
      .send();
  });

  app.delete(`${base}/:id`, async (request, reply) => {
    const who = await owner(request);
    const upload = await readUpload(services, who, idOf(request));
    if (upload.complete) throw new AppError('upload_gone');
    await discardUpload(services, who, upload);
    return reply.code(204).header('tus-resumable', VERSION).send();
  });
};
