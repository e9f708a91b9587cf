// Turns any thrown error into the common error response. Unexpected errors get an incident id and are logged, never
// sent to the client.

import type { Problem } from '@plumbline/core/kernel/endpoint';
import { AppError, ERRORS } from '@plumbline/core/kernel/errors';
import { chooseLanguage } from '@plumbline/locales/languages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull } from '../platform/files/is-disk-full.ts';
import { StoreError } from '../platform/files/store-error.ts';
import { isConnectionLost } from '../platform/is-connection-lost.ts';
import { isTokenCall, oauthForm } from './oauth-form.ts';
import { textsIn } from './texts.ts';

const FASTIFY_CODES: Record<string, ConstructorParameters<typeof AppError>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
};

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The AppError behind a thrown value; undefined for an unexpected error. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const known = FASTIFY_CODES[code];
  if (known) return new AppError(known);
  // Before lost connections, among which PostgreSQL's exhausted resources are.
  if (isDiskFull(error)) return new AppError('no_space', { retryAfter: 30 });
  if (error instanceof StoreError) return new AppError('store_unavailable', { retryAfter: 30 });
  if (isConnectionLost(error)) return new AppError('unavailable', { retryAfter: 2 });
  const status = (error as FastifyError | undefined)?.statusCode;
  return status !== undefined && status >= 400 && status < 500 ? new AppError('bad_request') : undefined;
}

/** The OAuth error description: clients look up their message by it. */
const descriptionOf = ({ code, details }: AppError): string =>
  details.params?.reason?.toString() ?? code.replaceAll('_', ' ');

/** The error as a sentence in the client's preferred language. */
function sentenceOf({ code, details }: AppError, wishes: string | undefined): string {
  const text = textsIn(chooseLanguage((wishes ?? '').split(',').map((wish) => wish.split(';')[0]?.trim())));
  const key = `error.${code}`;
  return text.has(key) ? text(key, details.params) : code.replaceAll('_', ' ');
}

export function problemOf(refusal: AppError, wishes: string | undefined, incident?: string): Problem {
  const { code, details } = refusal;
  const { status, retry } = ERRORS[code];
  return {
    type: `urn:plumbline:error:${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    detail: sentenceOf(refusal, wishes),
    retry,
    ...(details.fields && { fields: details.fields }),
    ...(details.params && { params: details.params }),
    ...(incident && { incident }),
  };
}

/** With a full disk or without the file store, every request fails: one line a minute says so. */
const OUTAGE_LINE_EVERY_MS = 60_000;
const lastLines = new Map<string, number>();

function outageOf(error: unknown): string | undefined {
  if (isDiskFull(error))
    return 'there is no space left on a disk or in the file store: nothing is saved until some is free';
  return error instanceof StoreError ? 'the file store does not answer or refuses requests' : undefined;
}

function logOutage(error: unknown, { log }: FastifyRequest): void {
  const outage = outageOf(error);
  const now = performance.now();
  if (outage === undefined || now - (lastLines.get(outage) ?? Number.NEGATIVE_INFINITY) < OUTAGE_LINE_EVERY_MS) return;
  lastLines.set(outage, now);
  log.error({ err: error }, outage);
}

export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const shown = refusal ?? new AppError('internal');
  request.refusal = shown.code;
  logOutage(error, request);
  if (!refusal) request.log.error({ err: error, incident: request.id }, 'request failed');
  const retryAfter = shown.details.retryAfter;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  if (shown.code === 'invalid_token') {
    void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  }
  const body = { ...problemOf(shown, request.headers['accept-language'], refusal ? undefined : request.id) };
  const tokenCall = isTokenCall(request.url);
  const oauth = tokenCall || shown.code === 'invalid_token' ? oauthForm(shown.code, descriptionOf(shown)) : {};
  // The rest of the body would be read as the next request of this connection.
  if (!request.raw.complete) void reply.header('connection', 'close');
  // OAuth does not use 422.
  const status = tokenCall && shown.status === 422 ? 400 : shown.status;
  void reply
    .code(status)
    .type('application/problem+json')
    .send({ ...body, status, ...oauth });
}
