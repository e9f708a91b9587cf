// Categories, fields and contacts that rows name: found in the project, or created once.

import { splitName } from '@plumbline/core/features/people/import/rows';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import { MAX_TEXT_LENGTH } from '@plumbline/core/site/rows/fields';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { PIN_COLOUR_NAMES } from '@plumbline/core/site/values/pin-colours';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { createGivenContacts } from '../../people/import/given-contacts.ts';
import type { IdOf } from './ids.ts';
import { type Assignee, readAssignees, wordKey } from './project-words.ts';
import type { Created, ImportJob, WaitingRow } from './store.ts';

/** What an import creates besides pins: ids by kind, added to those of earlier batches. */
export class CreatedRows {
  readonly #ids: { categories: Set<string>; fields: Set<string>; contacts: Set<string> };

  constructor({ categories = [], fields = [], contacts = [] }: Created) {
    this.#ids = { categories: new Set(categories), fields: new Set(fields), contacts: new Set(contacts) };
  }

  add(kind: keyof Created, id: string): void {
    this.#ids[kind].add(id);
  }

  get all(): Created {
    const { categories, fields, contacts } = this.#ids;
    return { categories: [...categories], fields: [...fields], contacts: [...contacts] };
  }
}

/** Categories by title. A category that was set inactive is used again. */
export async function categoriesOf(
  tx: SiteTx,
  titles: readonly string[],
  { idOf, created }: { idOf: IdOf; created: CreatedRows },
): Promise<Map<string, string>> {
  const rows = await tx.find('category', 'projectId', tx.projectId);
  const byTitle = new Map<string, CategoryRow>();
  for (const row of rows.toSorted((a, b) => Number(b.active) - Number(a.active)))
    if (!byTitle.has(wordKey(row.title))) byTitle.set(wordKey(row.title), row);
  let sort = Math.max(-1, ...rows.map((row) => row.sort)) + 1;
  for (const title of titles) {
    const key = wordKey(title);
    const known = byTitle.get(key);
    if (known?.active) continue;
    const id = known?.id ?? idOf('category', key);
    const colour = PIN_COLOUR_NAMES[sort % PIN_COLOUR_NAMES.length] ?? 'Blue';
    const row: CategoryRow = known ?? { id, projectId: tx.projectId, title, colour, active: true, sort };
    if (!known) sort += 1;
    byTitle.set(key, { ...row, active: true });
    tx.put('category', { ...row, active: true });
    created.add('categories', id);
  }
  return new Map([...byTitle].map(([key, { id }]) => [key, id]));
}

/** Text fields by title; one of another type with that title is left alone, and a new one gets a number. */
export async function newFieldsOf(
  tx: SiteTx,
  titles: readonly string[],
  { idOf, created }: { idOf: IdOf; created: CreatedRows },
): Promise<Map<string, string>> {
  const rows = await tx.find('field', 'projectId', tx.projectId);
  const byTitle = new Map(rows.map((row) => [wordKey(row.title), row]));
  let sort = Math.max(-1, ...rows.map((row) => row.sort)) + 1;
  const ids = new Map<string, string>();
  const isText = (row: FieldRow | undefined) => row?.format.type === 'TEXT' && row.format.limit === MAX_TEXT_LENGTH;
  for (const title of titles) {
    let free = title;
    for (let n = 2; byTitle.has(wordKey(free)) && !isText(byTitle.get(wordKey(free))); n += 1)
      free = `${title.slice(0, 70)} ${n}`;
    const known = byTitle.get(wordKey(free));
    const row: FieldRow = known ?? {
      ...{
        id: idOf('field', wordKey(free)),
        projectId: tx.projectId,
        title: free,
        categoryIds: [],
        sort,
        active: true,
      },
      format: { type: 'TEXT', limit: MAX_TEXT_LENGTH },
    };
    ids.set(title, row.id);
    if (known?.active) continue;
    if (!known) sort += 1;
    byTitle.set(wordKey(free), { ...row, active: true });
    tx.put('field', { ...row, active: true });
    created.add('fields', row.id);
  }
  return ids;
}

const EMAIL = /^\S+@\S+\.\S+$/u;

/** Who the words of these rows mean; someone unknown becomes a contact without an account. */
export async function assigneesOf(
  services: Services,
  job: ImportJob,
  rows: readonly WaitingRow[],
  idOf: IdOf,
): Promise<{ known: Map<string, Assignee>; fresh: Map<string, FreshContact> }> {
  const { organisationId, createdBy } = job;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const known = await readAssignees(db, job);
    const fresh = new Map<string, FreshContact>();
    for (const { pin } of rows) {
      const word = pin.task?.assignee ?? '';
      const key = wordKey(word);
      if (key === '' || known.has(key) || fresh.has(key)) continue;
      const email = EMAIL.test(word) ? word.toLowerCase() : '';
      const names = email === '' ? splitName(word) : { firstName: '', lastName: email.split('@')[0] ?? '' };
      const firstName = names.firstName.slice(0, 100);
      const lastName = names.lastName.slice(0, 100);
      const { companyName = '', craft = '' } = pin.task ?? {};
      fresh.set(key, { id: idOf('contact', key), firstName, lastName, email, companyName, craft, phone: '' });
    }
    await createGivenContacts(services, db, { organisationId, userId: createdBy }, [...fresh.values()]);
    return { known, fresh };
  });
}

export type FreshContact = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  companyName: string;
  craft: string;
  phone: string;
};

/** Adds new contacts to the project. Returns whom each word means. */
export async function joinContacts(
  tx: SiteTx,
  { known, fresh }: { known: ReadonlyMap<string, Assignee>; fresh: ReadonlyMap<string, FreshContact> },
  { idOf, created }: { idOf: IdOf; created: CreatedRows },
): Promise<Map<string, Assignee>> {
  const all = new Map(known);
  for (const [key, { id: contactId, ...about }] of fresh) {
    const id = idOf('project contact', key);
    tx.put('contact', { ...about, id, projectId: tx.projectId, contactId, state: 'active' });
    all.set(key, { assigneeType: 'Contact', assigneeId: contactId });
    created.add('contacts', id);
  }
  return all;
}
