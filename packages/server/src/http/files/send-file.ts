// Sends a stored file, whole or a range, with a content type that browsers cannot misinterpret and a safe file name.
import type { OutgoingHttpHeaders } from 'node:http';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Files } from '../../platform/files/files.ts';

/** Types that a browser may display inline: none of them can run scripts. All others are downloaded. */
const INLINE_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'audio/wav',
  'audio/aac',
  'application/pdf',
]);

const baseType = (mime: string): string => (mime.split(';')[0] ?? '').trim().toLowerCase();
const TYPE = /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,100}$/u;
/**
 * Types that a page of this origin could load and execute: anyone can upload them, so they are sent as
 * application/octet-stream.
 */
const RUNS = /script|css|wasm/u;

/** The content type with which a stored file is sent. */
export function sentType(mime: string): string {
  const type = baseType(mime);
  return TYPE.test(type) && !RUNS.test(type) ? type : 'application/octet-stream';
}

/**
 * The Content-Disposition header with the name in the forms for old and new browsers; nothing in the name can end the
 * header.
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  // Control characters and bidirectional overrides can make one name look like another.
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_').trim() || 'file';
  const plain = clean.replaceAll(/[^\x20-\x7e]|["%;]/gu, '_');
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*!]/gu,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The part that a Range header requests; `whole` if it is absent or unsupported, `none` if it cannot be satisfied. */
export function readRange(header: string | undefined, size: number): Required<ByteRange> | 'whole' | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'none';
  // A range with its end before its start is invalid, and an invalid header is ignored.
  return start > Number(last === '' ? size : last) ? 'whole' : { start, end };
}

export type FileResponse = {
  key: string;
  size: number;
  mime: string;
  name: string;
  /** Identical for identical bytes. */
  etag: string;
  download: boolean;
  /**
   * Whether the URL belongs to a single session, so that the browser may cache the file. Other URLs may be used by
   * several users of one device in turn, so the browser must revalidate each time.
   */
  ownAddress: boolean;
};

const cacheOf = ({ ownAddress }: FileResponse): string =>
  ownAddress ? 'private, max-age=31536000, immutable' : 'private, no-cache';

function headersOf(file: FileResponse, etag: string): Record<string, string> {
  const type = baseType(file.mime);
  const shown = INLINE_TYPES.has(type) && !file.download;
  return {
    'cache-control': cacheOf(file),
    etag,
    'accept-ranges': 'bytes',
    'content-type': sentType(file.mime),
    'content-disposition': disposition(shown ? 'inline' : 'attachment', file.name),
    // Browsers' PDF viewers do not work in a sandbox, and a PDF contains nothing that could run with the page's origin.
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'${type === 'application/pdf' ? '' : '; sandbox'}`,
  };
}

/** Sends the file as `reply`. If it does not exist, throws before anything is sent. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  file: FileResponse,
): Promise<void> {
  const etag = `"${file.etag}"`;
  if (request.headers['if-none-match'] === etag) {
    await reply
      .code(304)
      .headers({ etag, 'cache-control': cacheOf(file) })
      .send();
    return;
  }
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? readRange(request.headers.range, file.size) : 'whole';
  if (range === 'none') {
    await reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('');
    return;
  }
  const part = range === 'whole' ? undefined : range;
  const length = part ? part.end - part.start + 1 : file.size;
  // Open the file before setting the headers: a missing file must not be cached for a year.
  const body = request.method === 'HEAD' ? undefined : await files.open(file.key, part);
  if (!body && !(await files.stat(file.key))) throw new AppError('not_found');
  reply.headers({ ...headersOf(file, etag), 'content-length': String(length) });
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`);
  if (body) {
    await reply.send(body);
    return;
  }
  // Sent directly: for an empty body, Fastify would overwrite content-length with 0.
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
}
