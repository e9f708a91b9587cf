// Where an edit belongs (its pin, plan and project), shown to the user when the server has refused the edit.
import type { RowReader, Write } from '../../site/buffered-tx.ts';
import type { Entity, Rows } from '../../site/entities.ts';
import type { Edit, LocalReader } from './store.ts';

/** As much as the device knows. `pins`: the number of pins the edit affects; the first one is named. */
export type EditContext = {
  pin?: { number: number | null; title: string };
  pins: number;
  plan?: { sheetNumber: string; name: string };
  project?: string;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

type Placed = Pick<Edit, 'projectId' | 'touched'>;

/** The rows of an entity that the edit has changed, or else the first one it has read. */
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

async function readEditContext(read: Read, edit: Placed): Promise<EditContext> {
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

/**
 * The place of a new edit. It is stored with the edit, because a user who loses permission also loses the rows it is
 * read from.
 */
export function contextOfNewEdit(rows: RowReader, writes: readonly Write[], edit: Placed): Promise<EditContext> {
  return readEditContext(async (entity, id) => {
    const written = writes.find((write) => write.entity === entity && write.id === id);
    // An entry written under the entity's name is a row of that entity.
    return (written?.after as Rows[typeof entity] | undefined) ?? (await rows.get(entity, id));
  }, edit);
}

/** The place of an edit according to the rows now on the device, and to what was known when the edit was made. */
export async function contextOfEdit(store: Pick<LocalReader, 'row'>, edit: Edit): Promise<EditContext> {
  const now = await readEditContext((entity, id) => store.row(entity, id), edit);
  return { ...edit.place, ...now };
}
