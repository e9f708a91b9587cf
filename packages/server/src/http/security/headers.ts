// The headers of every response, and the content security policy of the application's pages.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Allows only this origin, and WebAssembly for the engines that read drawings. Strings become neither markup nor
 * scripts: the only Trusted Types policy admits the URLs of the application's own workers
 * (packages/web/src/shared/navigation/own-script.ts).
 */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types plumbline',
  ].join('; ');
}

export const newNonce = (): string => randomBytes(16).toString('base64');

export function sendHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': 'geolocation=(self), camera=(self), microphone=(self)',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    });
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
