// Answers with a kept file: whole or a range, with a type the browser must believe and a name it can keep.
import type { OutgoingHttpHeaders } from 'node:http';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Files } from '../../platform/files/files.ts';

/** Types a browser may show by itself: none of them can run a script. Everything else is a download. */
const SHOWN = new Set([
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
/** What a page of this origin could load and run, sent by anybody: it goes out as mere bytes. */
const RUNS = /script|css|wasm/u;

/** The type a kept file is sent with. */
export function sentType(mime: string): string {
  const type = baseType(mime);
  return TYPE.test(type) && !RUNS.test(type) ? type : 'application/octet-stream';
}

/** `attachment` or `inline` with the name, readable for old and new browsers; nothing in it can end the header. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  // Control characters and those that turn the writing direction make one name look like another.
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_').trim() || 'file';
  const plain = clean.replaceAll(/[^\x20-\x7e]|["%;]/gu, '_');
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*!]/gu,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The part a Range header asks for; `whole` where it asks for nothing we divide, `none` where there is no such part. */
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
  // Backwards is no range at all: the header is then as good as absent.
  return start > Number(last === '' ? size : last) ? 'whole' : { start, end };
}

export type Sent = {
  key: string;
  size: number;
  mime: string;
  name: string;
  /** The same for the same bytes. */
  etag: string;
  download: boolean;
  /**
   * Whether the address is one session's own, and so may be remembered by the browser. Behind any other, several people of
   * one device may stand one after the other: it is asked for anew each time.
   */
  ownAddress: boolean;
};

const cacheOf = ({ ownAddress }: Sent): string =>
  ownAddress ? 'private, max-age=31536000, immutable' : 'private, no-cache';

function headersOf(file: Sent, etag: string): Record<string, string> {
  const type = baseType(file.mime);
  const shown = SHOWN.has(type) && !file.download;
  return {
    'cache-control': cacheOf(file),
    etag,
    'accept-ranges': 'bytes',
    'content-type': sentType(file.mime),
    'content-disposition': disposition(shown ? 'inline' : 'attachment', file.name),
    // The browser's reader of PDF does not work in a sandbox; there is nothing in a PDF that the page's origin could run.
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'${type === 'application/pdf' ? '' : '; sandbox'}`,
  };
}

/** Sends the file as `reply`; throws, with nothing said yet, when it is not there. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, files: Files, file: Sent): Promise<void> {
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
  // First the file, then the headers: what is not there must not be remembered for a year.
  const body = request.method === 'HEAD' ? undefined : await files.open(file.key, part);
  if (!body && !(await files.stat(file.key))) throw new AppError('not_found');
  reply.headers({ ...headersOf(file, etag), 'content-length': String(length) });
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`);
  if (body) {
    await reply.send(body);
    return;
  }
  // Sent by hand: an empty answer would be told to be of no length.
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
}
