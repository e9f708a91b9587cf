// Statements that every connection keeps ready: asked often, and dear to plan.
import { createHash } from 'node:crypto';

const NAMES = new Map<string, string>();

/** For texts of few shapes only: a connection keeps each for as long as it lives. */
export function keptReady(text: string): { name: string; text: string } {
  const name = NAMES.get(text) ?? createHash('sha256').update(text).digest('base64url');
  NAMES.set(text, name);
  return { name, text };
}
