// Recently opened projects and plans for the quick selection; stored on this device only, separately for each user.
import { keep } from '../../ui/keep.ts';

type Kind = 'projects' | 'plans';
const MAX_RECENT = 12;
const keyOf = (kind: Kind, userId: string): string => `plumbline.recent.${kind}.${userId}`;

/** Ids, most recent first. */
export function recent(kind: Kind, userId: string): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(keyOf(kind, userId)) ?? '[]');
    return Array.isArray(known) ? known.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function noteOpened(kind: Kind, userId: string, id: string): void {
  const known = recent(kind, userId);
  if (known[0] === id) return;
  const next = [id, ...known.filter((one) => one !== id)].slice(0, MAX_RECENT);
  keep(keyOf(kind, userId), JSON.stringify(next));
}
