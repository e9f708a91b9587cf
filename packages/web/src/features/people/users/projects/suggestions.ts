// What an invitation proposes in one press: projects together with the role in them.
import { lastInvitation } from './last-invitation.ts';
import type { ProjectsAndRole } from './project-choice.tsx';

export type Suggestion = ProjectsAndRole & { like: 'last' | 'recent' };

/** The roles of nearly everyone who is invited: those who do the work, and those who check it. */
const USUAL_ROLES = ['subcontractor', 'contributor'] as const;
/** The projects of which something changed last; more would give rights that nobody meant to give. */
const RECENT = 2;

type Managed = { readonly id: string; readonly lastActivity: string };

export const isSame = (one: ProjectsAndRole, other: ProjectsAndRole): boolean =>
  one.role === other.role &&
  one.projectIds.size === other.projectIds.size &&
  [...one.projectIds].every((id) => other.projectIds.has(id));

/** The last invitation first; each usual role in the projects with the newest activity after it. */
export function suggestionsFor(managed: readonly Managed[]): Suggestion[] {
  const last = lastInvitation(managed);
  const newest = managed.toSorted((a, b) => b.lastActivity.localeCompare(a.lastActivity)).slice(0, RECENT);
  if (newest.length === 0) return [];
  const projectIds = new Set(newest.map(({ id }) => id));
  const recent = USUAL_ROLES.map((role) => ({ projectIds, role, like: 'recent' as const }));
  return last ? [{ ...last, like: 'last' }, ...recent.filter((one) => !isSame(one, last))] : recent;
}
