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

/** Where the string that begins at `from` ends: the place of its closing quote. */
function stringEnd(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return json.length;
}

const BLANK = /[^ \t\r\n]/gu;
function nextAfter(json: string, at: number): string | undefined {
  BLANK.lastIndex = at + 1;
  return BLANK.exec(json)?.[0];
}

const POISON = new Set(['__proto__', 'constructor', 'prototype']);
/** No call has an object of so many entries; reading and refusing them one by one would hold everybody else up. */
const MAX_KEYS = 10_000;

/**
 * Looks at the keys of this (valid) JSON. Throws `bad_request` for one that reaches for a prototype, and where an object names a key
 * twice: readers differ in which one they believe.
 */
export function demandPlainKeys(json: string): void {
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) open.push(new Set());
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === 0x22) {
      const end = stringEnd(json, at);
      if (nextAfter(json, end) === ':') {
        const key = JSON.parse(json.slice(at, end + 1)) as string;
        const keys = open.at(-1);
        if (POISON.has(key)) throw new AppError('bad_request', { fields: [{ path: key, outcome: 'UNKNOWN' }] });
        if (keys?.has(key) || (keys?.size ?? 0) >= MAX_KEYS) throw new AppError('bad_request');
        keys?.add(key);
      }
      at = end;
    }
  }
}

export function readJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new AppError('bad_request');
  try {
    const value: unknown = JSON.parse(text);
    demandPlainKeys(text);
    return value;
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
