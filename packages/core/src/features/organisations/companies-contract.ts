// Companies of an organisation, and contacts: people of companies without an account.
import { z } from 'zod';
import { batchReply, MAX_BULK_ROWS } from '../../kernel/batch-reply.ts';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line, text } from '../../kernel/text.ts';
import { phone } from '../account/contract.ts';
import { email } from '../auth/contract.ts';

const guard = { kind: 'organisation', privilege: 'users' } as const;
const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema]);

export const companyContent = z.strictObject({
  name: line(200, 1),
  craft: line(120),
  street: line(200),
  zip: line(20),
  city: line(120),
  country: line(120),
  phone: orEmpty(phone),
  email: orEmpty(email),
  notes: text(2_000),
});
export type CompanyContent = z.infer<typeof companyContent>;

export const contactContent = z.strictObject({
  /** A person without an account is identified by the company. */
  companyId: id,
  firstName: line(100),
  lastName: line(100, 1),
  email: orEmpty(email),
  phone: orEmpty(phone),
  fax: line(40),
  jobTitle: line(120),
  department: line(120),
  internalId: line(80),
  craft: line(120),
  notes: text(2_000),
});
export type ContactContent = z.infer<typeof contactContent>;

const state = z.enum(['active', 'inactive', 'all']).default('active');
const reverse = z.enum(['true', 'false']).default('false');

export const companyEntry = z.strictObject({
  id,
  ...companyContent.shape,
  phone: z.string(),
  active: z.boolean(),
  /** Active contacts, and users who are not removed. */
  contacts: z.int().min(0),
  users: z.int().min(0),
  createdAt: instant,
});
export type CompanyEntry = z.infer<typeof companyEntry>;

export const COMPANY_SORTS = ['name', 'craft', 'city', 'contacts', 'users'] as const;
export const CONTACT_SORTS = ['name', 'company', 'craft', 'email'] as const;

export const listCompanies = endpoint({
  name: 'listCompanies',
  summary: 'Lists companies of the organisation',
  method: 'GET',
  path: '/api/companies',
  guard,
  query: z.strictObject({
    ...paging,
    search: line(200).optional(),
    state,
    sort: z.enum(COMPANY_SORTS).default('name'),
    reverse,
  }),
  reply: paged(companyEntry),
});

export const createCompany = endpoint({
  name: 'createCompany',
  summary: 'Creates a company; names are unique, ignoring case',
  method: 'POST',
  path: '/api/companies',
  guard,
  body: z.strictObject({ id, ...companyContent.shape }),
  reply: companyEntry,
});

const company = z.strictObject({ companyId: id });

export const changeCompany = endpoint({
  name: 'changeCompany',
  summary: 'Updates the details that are sent; an inactive company is no longer offered but remains where it is used',
  method: 'PATCH',
  path: '/api/companies/:companyId',
  guard,
  params: company,
  body: z.strictObject({ ...companyContent.partial().shape, active: z.boolean().optional() }),
  reply: companyEntry,
});

const several = z.strictObject({ ids: z.array(id).min(1).max(MAX_BULK_ROWS), active: z.boolean() });

export const changeCompanies = endpoint({
  name: 'changeCompanies',
  summary: 'Sets several companies active or inactive; reports each that was skipped and why',
  method: 'POST',
  path: '/api/companies/batch',
  guard,
  body: several,
  reply: batchReply,
});

export const mergeCompany = endpoint({
  name: 'mergeCompany',
  summary: 'Merges a duplicate company into another: moves its contacts and users, then deletes it',
  method: 'POST',
  path: '/api/companies/:companyId/merge',
  guard,
  params: company,
  body: z.strictObject({ into: id }),
  reply: companyEntry,
});

export const contactEntry = z.strictObject({
  id,
  ...contactContent.shape,
  // Imported lists may lack these.
  lastName: z.string(),
  phone: z.string(),
  companyName: z.string(),
  active: z.boolean(),
  /** Projects that list the contact. */
  projects: z.int().min(0),
  createdAt: instant,
});
export type ContactEntry = z.infer<typeof contactEntry>;

export const listContacts = endpoint({
  name: 'listContacts',
  summary: 'Lists contacts of the organisation: people at companies who have no account',
  method: 'GET',
  path: '/api/contacts',
  guard,
  query: z.strictObject({
    ...paging,
    search: line(200).optional(),
    state,
    company: id.optional(),
    sort: z.enum(CONTACT_SORTS).default('name'),
    reverse,
  }),
  reply: paged(contactEntry),
});

export const createContact = endpoint({
  name: 'createContact',
  summary: 'Creates a contact of a company',
  method: 'POST',
  path: '/api/contacts',
  guard,
  body: z.strictObject({ id, ...contactContent.shape }),
  reply: contactEntry,
});

export const changeContact = endpoint({
  name: 'changeContact',
  summary:
    'Updates the details that are sent, also where projects name the contact; an inactive contact is not assigned new tasks',
  method: 'PATCH',
  path: '/api/contacts/:contactId',
  guard,
  params: z.strictObject({ contactId: id }),
  body: z.strictObject({ ...contactContent.partial().shape, active: z.boolean().optional() }),
  reply: contactEntry,
});

export const changeContacts = endpoint({
  name: 'changeContacts',
  summary: 'Sets several contacts active or inactive; reports each that was skipped and why',
  method: 'POST',
  path: '/api/contacts/batch',
  guard,
  body: several,
  reply: batchReply,
});
