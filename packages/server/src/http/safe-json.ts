// Parses JSON bodies safely: no prototype keys, no duplicate keys, and no nesting deep enough to exhaust the stack.
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance } from 'fastify';

const MAX_DEPTH = 32;

/** The nesting depth of brackets outside strings. */
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

/** The index of the closing quote of the string that begins at `from`. */
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
/**
 * No request has an object with this many entries; parsing and rejecting them one by one would block other requests.
 */
const MAX_KEYS = 10_000;

/**
 * Checks the keys of this (valid) JSON. Throws `bad_request` for a key that accesses a prototype, and for duplicate
 * keys: parsers differ in which one they use.
 */
export function requireSafeKeys(json: string): void {
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
    requireSafeKeys(text);
    return value;
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('bad_request');
  }
}

/** Accepts JSON and the form encoding of the token endpoint; all other types are rejected with 415. */
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
