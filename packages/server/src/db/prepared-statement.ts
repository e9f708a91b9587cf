// Prepared statements: each connection parses and plans such a text once.
import { createHash } from 'node:crypto';

const NAMES = new Map<string, string>();

/** For texts with few variants only: a connection keeps each of them as long as it lives. */
export function prepared(text: string): { name: string; text: string } {
  const name = NAMES.get(text) ?? createHash('sha256').update(text).digest('base64url');
  NAMES.set(text, name);
  return { name, text };
}
