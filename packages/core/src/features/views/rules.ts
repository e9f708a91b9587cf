// Who may change a saved view. Private views belong to their creator, whatever the role.
import { can } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import type { SavedViewRow } from '../../site/rows/saved-views.ts';

/** Whether the actor may share views with the project, and change or delete this one if it is shared. */
export function canShareView(actor: Actor, view: Pick<SavedViewRow, 'createdBy'>): boolean {
  return can(actor.role, 'savedView.share', { own: view.createdBy === actor.userId, assigned: false });
}

/** Whether the actor may rename, change and delete the view. */
export function canEditView(actor: Actor, view: Pick<SavedViewRow, 'createdBy' | 'shared'>): boolean {
  if (view.shared) return canShareView(actor, view);
  return view.createdBy === actor.userId && can(actor.role, 'savedView.create');
}
