// What a member may see of a project, in short: while it stays the same, deltas suffice.
import { scopeOf } from '../access/capabilities.ts';
import type { Actor } from '../site/actor.ts';

/** Goes up when the rules of visibility or the fields of rows change: devices then read everything again. */
const RULES = 2;

/** Whether the member sees every row but other people's drafts. */
export function seesAll(actor: Pick<Actor, 'role'>): boolean {
  return scopeOf(actor.role, 'pin.view') === 'all' && scopeOf(actor.role, 'task.view') === 'all';
}

function hash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Names the visible part. Members who see all share one; the others differ by role and teams. */
export function scopeName(actor: Actor): string {
  if (seesAll(actor)) return `${RULES}-all`;
  return `${RULES}-${hash([actor.role, ...[...actor.teamIds].sort()].join(' '))}`;
}
