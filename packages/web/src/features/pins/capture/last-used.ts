// What this user last used in a project while capturing pins one after another: stored on this device, offered first
// the next time.
import { keep } from '../../../ui/keep.ts';

export type LastUsed = {
  categoryId: string | null;
  assignees: readonly string[];
  /** Days from the capture to the due date. */
  dueDays: number;
};

const MAX_REMEMBERED = 6;
const DEFAULT_DUE_DAYS = 7;
const MAX_DUE_DAYS = 3_650;
const NONE_USED: LastUsed = { categoryId: null, assignees: [], dueDays: DEFAULT_DUE_DAYS };

const keyOf = (userId: string, projectId: string): string => `plumbline.lastUsed.${userId}.${projectId}`;

/** The stored value may be from an older version, or corrupt. */
export function readLastUsed(text: string | null): LastUsed {
  try {
    const { categoryId, assignees, dueDays } = JSON.parse(text ?? '{}') as Partial<Record<keyof LastUsed, unknown>>;
    return {
      categoryId: typeof categoryId === 'string' ? categoryId : null,
      assignees: Array.isArray(assignees)
        ? assignees.filter((one) => typeof one === 'string').slice(0, MAX_REMEMBERED)
        : [],
      dueDays:
        typeof dueDays === 'number' && dueDays >= 0 && dueDays <= MAX_DUE_DAYS ? Math.round(dueDays) : DEFAULT_DUE_DAYS,
    };
  } catch {
    return NONE_USED;
  }
}

export const lastUsed = (userId: string, projectId: string): LastUsed =>
  readLastUsed(localStorage.getItem(keyOf(userId, projectId)));

const write = (userId: string, projectId: string, next: LastUsed): void =>
  keep(keyOf(userId, projectId), JSON.stringify(next));

export const noteCategory = (userId: string, projectId: string, categoryId: string | null): void =>
  write(userId, projectId, { ...lastUsed(userId, projectId), categoryId });

export const noteDueDays = (userId: string, projectId: string, dueDays: number): void =>
  write(userId, projectId, { ...lastUsed(userId, projectId), dueDays });

/** The newest first, each once. */
export const withNewest = (all: readonly string[], newest: string): string[] =>
  [newest, ...all.filter((one) => one !== newest)].slice(0, MAX_REMEMBERED);

export function noteAssignee(userId: string, projectId: string, assigneeId: string): void {
  const known = lastUsed(userId, projectId);
  write(userId, projectId, { ...known, assignees: withNewest(known.assignees, assigneeId) });
}

type Offered = { id: string; type: 'User' | 'Contact' | 'TeamGroup' | 'Various' };

/** The assignees offered without a search: recently used, then teams, then everyone else, at most `most`. */
export function offeredAssignees<One extends Offered>(
  all: readonly One[],
  last: readonly string[],
  most: number,
): One[] {
  const rank = (one: One) => {
    const at = last.indexOf(one.id);
    if (at >= 0) return at;
    return one.type === 'TeamGroup' ? MAX_REMEMBERED : MAX_REMEMBERED + 1;
  };
  return all.toSorted((a, b) => rank(a) - rank(b)).slice(0, most);
}
