// The projects and the role of the last invitation from this device, offered again for the next one.

import { keep } from '../../../../ui/keep.ts';
import { ASSIGNABLE_ROLES } from '../../team/use-people.ts';
import type { ProjectsAndRole } from './project-choice.tsx';

const KEY = 'plumbline.lastInvitation';

export function rememberInvitation({ projectIds, role }: ProjectsAndRole): void {
  if (projectIds.size > 0) keep(KEY, JSON.stringify({ projectIds: [...projectIds], role }));
}

/** Of these projects; undefined if none of them was in the last invitation. */
export function lastInvitation(managed: readonly { id: string }[]): ProjectsAndRole | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { projectIds?: unknown; role?: unknown };
    const ids: readonly unknown[] = Array.isArray(stored.projectIds) ? stored.projectIds : [];
    const projectIds = new Set(managed.map(({ id }) => id).filter((id) => ids.includes(id)));
    const role = ASSIGNABLE_ROLES.find((one) => one === stored.role);
    return role && projectIds.size > 0 ? { projectIds, role } : undefined;
  } catch {
    return undefined;
  }
}
