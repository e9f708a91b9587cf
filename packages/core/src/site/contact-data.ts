// Email addresses and phone numbers of people in a project: shown to the roles that work with them, blank for the rest.
import { can } from '../access/capabilities.ts';
import type { Actor } from './actor.ts';

const FIELDS = ['email', 'phone'] as const;

export const seesContactData = (actor: Pick<Actor, 'role'>): boolean => can(actor.role, 'contactData.view');

/** The number of the person in charge of a task, for those who would call: not for that person, nor without the right. */
export const phoneToCall = (
  actor: Pick<Actor, 'role' | 'userId'> | undefined,
  assigneeId: string | null,
  phone: string | null | undefined,
): string => (actor && seesContactData(actor) && assigneeId !== actor.userId ? (phone ?? '') : '');

/** The row of a member or contact as the actor may read it. */
export function readableBy<Row extends object>(actor: Pick<Actor, 'role'>, row: Row): Row {
  if (seesContactData(actor)) return row;
  const blank = FIELDS.filter((field) => field in row).map((field) => [field, '']);
  return { ...row, ...Object.fromEntries(blank) };
}
