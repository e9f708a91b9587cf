// What becomes of rows of an archive besides their new ids: decisions that depend on who people are here.
import type { Entity, Rows, SiteTx } from '@plumbline/core/site/entities';
import type { ImportedPeople } from './people.ts';

type Prepare<E extends Entity> = (
  people: ImportedPeople,
  tx: SiteTx,
  rows: readonly Rows[E][],
) => Promise<Rows[E][]> | Rows[E][];

const PREPARE: { readonly [E in Entity]?: Prepare<E> } = {
  async member(people, tx, rows) {
    for (const row of rows) {
      const contact = people.contact(row);
      if (contact && !(await tx.get('contact', contact.id))) tx.put('contact', contact);
    }
    const known = new Set((await tx.find('member', 'projectId', tx.projectId)).map((one) => one.userId));
    return rows.flatMap((row) => {
      const member = people.member(row);
      // Two people of the archive can be one here.
      if (!member || known.has(member.userId)) return [];
      known.add(member.userId);
      return [member];
    });
  },
  async contact(_people, tx, rows) {
    const known = new Set((await tx.find('contact', 'projectId', tx.projectId)).map((one) => one.contactId));
    return rows.filter((row) => !known.has(row.contactId));
  },
  async team(people, tx, rows) {
    const members = await tx.find('member', 'projectId', tx.projectId);
    const byUser = new Map(members.map((one) => [one.userId, one]));
    return rows.map((row) => people.team(row, byUser));
  },
  // Revisions are written after their plans.
  plan: (_people, _tx, rows) => rows.map((row) => ({ ...row, currentRevisionId: null, updating: false })),
  markup: (people, _tx, rows) => rows.map((row) => (row.shared ? row : people.withOwner(row))),
  task: (people, _tx, rows) => rows.map((row) => people.task(row)),
  savedView: (people, _tx, rows) => rows.map((row) => (row.shared ? row : people.withOwner(row))),
};

/** The rows as they are written; their ids are renewed already. */
export async function prepared<E extends Entity>(
  people: ImportedPeople,
  tx: SiteTx,
  entity: E,
  rows: readonly Rows[E][],
): Promise<Rows[E][]> {
  const prepare: Prepare<E> | undefined = PREPARE[entity];
  return prepare ? prepare(people, tx, rows) : [...rows];
}
