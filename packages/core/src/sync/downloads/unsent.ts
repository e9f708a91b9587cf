// Edits on a plan that the server does not have: such a plan is not removed from the device.
import type { Entity, Rows } from '../../site/entities.ts';
import type { Edit, LocalReader } from '../client/store.ts';

type Reader = Pick<LocalReader, 'edits' | 'row'>;

/** The fields that lead from a row, or from the input of an edit that created one, to its plan. */
type Placed = { planId?: string | null; pinId?: string | null };

async function isOnPlan(store: Reader, placed: Placed | undefined, planId: string): Promise<boolean> {
  if (!placed) return false;
  if (placed.planId) return placed.planId === planId;
  return placed.pinId ? (await store.row('pin', placed.pinId))?.planId === planId : false;
}

async function touches(store: Reader, edit: Edit, planId: string): Promise<boolean> {
  for (const name of edit.touched?.writes ?? []) {
    const [entity = '', id = ''] = name.split(' ');
    if (entity === 'plan' && id === planId) return true;
    if (!['pin', 'task', 'post', 'comment', 'markup'].includes(entity) || id.includes('=')) continue;
    const row: Rows[Entity] | undefined = await store.row(entity as Entity, id);
    if (await isOnPlan(store, row as Placed | undefined, planId)) return true;
  }
  // A rejected edit has no effect on the rows: only its input tells.
  return isOnPlan(store, edit.input as Placed | undefined, planId);
}

export async function unsentOnPlan(store: Reader, planId: string): Promise<Edit[]> {
  const found: Edit[] = [];
  for (const edit of await store.edits())
    if (edit.state !== 'applied' && (await touches(store, edit, planId))) found.push(edit);
  return found;
}
