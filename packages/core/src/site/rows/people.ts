// People in a project: members with their role, contacts without an account, and teams.
import { z } from 'zod';
import { ROLES } from '../../access/capabilities.ts';
import { id, line, text } from '../../kernel/text.ts';

export const MEMBER_STATES = ['pending', 'invited', 'active', 'inactive', 'deactivated', 'removed'] as const;

export const memberRow = z.strictObject({
  id,
  projectId: id,
  userId: id,
  firstName: line(100),
  lastName: line(100),
  email: line(254),
  phone: line(40),
  companyName: line(200),
  craft: line(120),
  role: z.enum(ROLES),
  state: z.enum(MEMBER_STATES),
});
export type MemberRow = z.infer<typeof memberRow>;

export const CONTACT_STATES = ['active', 'inactive', 'removed'] as const;

/**
 * A company contact without an account, named in a project: the organisation's data about the person, as far as the
 * site needs it.
 */
export const contactRow = z.strictObject({
  id,
  projectId: id,
  /** The contact in the organisation; the id that tasks refer to. */
  contactId: id,
  firstName: line(100),
  lastName: line(100),
  email: line(254),
  phone: line(40),
  companyName: line(200),
  craft: line(120),
  state: z.enum(CONTACT_STATES),
});
export type ContactRow = z.infer<typeof contactRow>;

export const teamRow = z.strictObject({
  id,
  projectId: id,
  title: line(120, 1),
  purpose: text(1_000),
  companyName: line(200),
  craft: line(120),
  role: z.enum(ROLES),
  memberIds: z.array(id).max(5_000),
  active: z.boolean(),
});
export type TeamRow = z.infer<typeof teamRow>;
