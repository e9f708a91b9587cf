// Identifies what a member may see of a project: while it is unchanged, deltas suffice.
import { ACCESS_ROLES, CAPABILITIES, scopeOf } from '../access/capabilities.ts';
import { canSeeMedia } from '../features/media/rules.ts';
import type { Actor } from '../site/actor.ts';
import { ROW_SCHEMAS } from '../site/row-schemas.ts';
import { canSeeMarkup, canSeePin, canSeeSavedView, canSeeTask } from '../site/visibility.ts';
import { hashOf, type ScopeRules, scopeVersion } from './scope-version.ts';

/** What decides which rows and fields devices receive. */
export const RULES: ScopeRules = {
  rows: ROW_SCHEMAS,
  rights: ACCESS_ROLES.flatMap((role) =>
    CAPABILITIES.filter((capability) => capability.endsWith('.view')).map(
      (capability) => `${role} ${capability} ${scopeOf(role, capability)}`,
    ),
  ),
  canSeePin,
  canSeeTask,
  canSeeMedia,
  canSeeSavedView,
  canSeeMarkup,
};

/** When it changes, devices read everything again. */
const VERSION = scopeVersion(RULES);

/** Whether the member sees every row except other people's drafts. */
export function seesAll(actor: Pick<Actor, 'role'>): boolean {
  return scopeOf(actor.role, 'pin.view') === 'all' && scopeOf(actor.role, 'task.view') === 'all';
}

/** Members who see everything share one scope; the others differ by role and teams. */
export function scopeName(actor: Actor): string {
  if (seesAll(actor)) return `${VERSION}-all`;
  return `${VERSION}-${hashOf([actor.role, ...[...actor.teamIds].sort()].join(' '))}`;
}
