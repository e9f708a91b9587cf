// Where an edit of a device belongs, in the words people know: its pin, plan and project. Told of what the server has refused.
import type { RowReader, Write } from '../../site/buffered-tx.ts';
import type { Entity, Rows } from '../../site/entities.ts';
import type { Edit, LocalReader } from './store.ts';

/** As much as the device knows. `pins`: of how many pins the edit is; the first is the one that is named. */
export type EditPlace = {
  pin?: { number: number | null; title: string };
  pins: number;
  plan?: { sheetNumber: string; name: string };
  project?: string;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

type Placed = Pick<Edit, 'projectId' | 'touched'>;

/** The rows of an entity that the edit has changed here, or else the first it has looked at. */
function rowsOf({ touched }: Placed, entity: Entity): string[] {
  const named = (names: readonly string[] = []): string[] =>
    names.flatMap((name) => {
      const [what, id = ''] = name.split(' ');
      return what === entity && ID.test(id) ? [id] : [];
    });
  const changed = named(touched?.writes);
  return changed.length > 0 ? changed : named(touched?.reads).slice(0, 1);
}

type Read = <E extends Entity>(entity: E, id: string) => Promise<Rows[E] | undefined>;

async function placeBy(read: Read, edit: Placed): Promise<EditPlace> {
  const pinIds = rowsOf(edit, 'pin');
  const [pinId] = pinIds;
  const pin = pinId === undefined ? undefined : await read('pin', pinId);
  const planId = pin ? pin.planId : rowsOf(edit, 'plan')[0];
  const plan = planId ? await read('plan', planId) : undefined;
  const project = await read('project', edit.projectId);
  return {
    ...(pin && { pin: { number: pin.number, title: pin.title } }),
    pins: pinIds.length,
    ...(plan && { plan: { sheetNumber: plan.sheetNumber, name: plan.name } }),
    ...(project && { project: project.title }),
  };
}

/** The place of an edit that is being made. It is kept with the edit: who loses his rights loses the rows that would tell. */
export function placeOfNew(rows: RowReader, writes: readonly Write[], edit: Placed): Promise<EditPlace> {
  return placeBy(async (entity, id) => {
    const written = writes.find((one) => one.entity === entity && one.id === id);
    // Written under the entity's name, it is its row.
    return (written?.after as Rows[typeof entity] | undefined) ?? (await rows.get(entity, id));
  }, edit);
}

/** The place of an edit by the rows that are on the device now, and by what was known when it was made. */
export async function placeOfEdit(store: Pick<LocalReader, 'row'>, edit: Edit): Promise<EditPlace> {
  const now = await placeBy((entity, id) => store.row(entity, id), edit);
  return { ...edit.place, ...now };
}
