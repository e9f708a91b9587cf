// Which plans are complete on this device, as far as the last page that had the database open knew. Tells whether looking
// there is worth the time; the database decides.
import { keep } from '../../ui/keep.ts';

const KEY = 'plumbline.plansHere';

/** `database`: its name, which is that of a user in an organisation. */
type PlansHere = { database: string; planIds: readonly string[] };

export function notePlansHere(here: PlansHere): void {
  if (here.planIds.length > 0) keep(KEY, JSON.stringify(here));
  else localStorage.removeItem(KEY);
}

export function mayBeHere(database: string, planId: string): boolean {
  try {
    const here = JSON.parse(localStorage.getItem(KEY) ?? 'null') as PlansHere | null;
    return here?.database === database && here.planIds.includes(planId);
  } catch {
    return false;
  }
}
