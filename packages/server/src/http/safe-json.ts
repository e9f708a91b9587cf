// Reads JSON bodies: no prototypes, no repeated keys' surprises, no depth that could exhaust the stack.
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance } from 'fastify';

const MAX_DEPTH = 32;

/** How deep brackets nest outside strings. */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}

const POISON = new Set(['__proto__', 'constructor', 'prototype']);

function refusePoison(this: unknown, key: string, value: unknown): unknown {
  if (POISON.has(key)) throw new AppError('bad_request', { fields: [{ path: key, outcome: 'UNKNOWN' }] });
  return value;
}

export function readJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new AppError('bad_request');
  try {
    return JSON.parse(text, refusePoison);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('bad_request');
  }
}

/** JSON and the form encoding of the token call; every other type is refused with 415. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : readJson(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
