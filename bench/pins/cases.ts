// The measured lists of pins, each with the SQL of the same page.
import type { listPins } from '@plumbline/core/features/pins/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';

type Query = Partial<RequestOf<typeof listPins>['query']>;
export type Ids = { category: string; plan: string; by: string; guest: string };
export type Case = {
  name: string;
  query: (ids: Ids) => Query;
  /** The rest of the SQL after `pin p` that selects the pins; without it, only the two sizes are compared. */
  bare?: (ids: Ids) => string;
  who?: 'guest';
};

const order = (sort: string, direction: 'asc' | 'desc'): Query => ({ sort, order: direction }) as Query;
export const CASES: readonly Case[] = [
  { name: 'all by number', query: () => ({}), bare: () => 'ORDER BY number' },
  { name: 'newest first', query: () => order('createdAt', 'desc'), bare: () => 'ORDER BY created_at DESC' },
  { name: 'changed last', query: () => order('changedAt', 'desc'), bare: () => 'ORDER BY changed_at DESC' },
  {
    name: 'by title',
    query: () => order('title', 'asc'),
    bare: () => `AND title COLLATE natural_order > '' ORDER BY title COLLATE natural_order`,
  },
  {
    name: 'by title, down',
    query: () => order('title', 'desc'),
    bare: () => `AND title COLLATE natural_order > '' ORDER BY title COLLATE natural_order DESC`,
  },
  {
    name: 'by status',
    query: () => order('status', 'asc'),
    bare: () => `ORDER BY array_position(ARRAY['open', 'closed', 'inactive'], status)`,
  },
  {
    name: 'by category',
    query: () => order('category', 'asc'),
    bare: ({ category }) => `AND category_id = '${category}' ORDER BY number`,
  },
  { name: 'by category, down', query: () => order('category', 'desc') },
  {
    name: 'by due day',
    query: () => order('dueDate', 'asc'),
    bare: () =>
      'JOIN pin_due d USING (organisation_id, project_id) WHERE d.pin_id = p.id ORDER BY d.due_date, d.pin_number',
  },
  { name: 'by due day, down', query: () => order('dueDate', 'desc') },
  {
    name: 'open, by category',
    query: () => ({ ...order('category', 'asc'), status: ['open'] }),
  },
  { name: 'open, by due day', query: () => ({ ...order('dueDate', 'asc'), status: ['open'] }) },
  { name: 'open', query: () => ({ status: ['open'] }), bare: () => `AND status = 'open' ORDER BY number` },
  {
    name: 'one category',
    query: ({ category }) => ({ category: [category] }),
    bare: ({ category }) => `AND category_id = '${category}' ORDER BY number`,
  },
  {
    name: 'one plan',
    query: ({ plan }) => ({ plan: [plan] }),
    bare: ({ plan }) => `AND plan_id = '${plan}' ORDER BY number`,
  },
  {
    name: 'a rating',
    query: () => ({ rating: ['priority:3'] }),
    bare: () => `AND (ratings ->> 'priority')::int = 3 ORDER BY number`,
  },
  { name: 'a rating, by title', query: () => ({ ...order('title', 'asc'), rating: ['priority:3'] }) },
  { name: 'a rare rating', query: () => ({ rating: ['costs:5'] }) },
  { name: 'two ratings', query: () => ({ rating: ['priority:3', 'costs:5'] }) },
  { name: 'guest: a rating', who: 'guest', query: () => ({ rating: ['priority:3'] }) },
  { name: 'a number', query: () => ({ search: '#7777' }) },
  { name: 'a common word', query: () => ({ search: 'crack' }) },
  { name: 'overdue tasks', query: () => ({ taskStatus: ['overdue'] }) },
  { name: 'assigned to one', query: ({ guest }) => ({ assignee: [guest] }) },
  { name: 'pins of a person', query: ({ guest }) => ({ person: [guest] }) },
  { name: 'my pins', query: () => ({ person: ['me'] }) },
  { name: 'my pins, by title', query: () => ({ ...order('title', 'asc'), person: ['me'] }) },
  { name: 'due within a week', query: () => ({ dueFrom: '2026-03-02', dueTo: '2026-03-09' }) },
  { name: 'guest: all', who: 'guest', query: () => ({}) },
  { name: 'guest: a common word', who: 'guest', query: () => ({ search: 'crack' }) },
  { name: 'guest: newest first', who: 'guest', query: () => order('createdAt', 'desc') },
  { name: 'guest: changed last', who: 'guest', query: () => order('changedAt', 'desc') },
  { name: 'guest: by title', who: 'guest', query: () => order('title', 'asc') },
  { name: 'guest: by title, down', who: 'guest', query: () => order('title', 'desc') },
  { name: 'guest: by status', who: 'guest', query: () => order('status', 'asc') },
  { name: 'guest: by category', who: 'guest', query: () => order('category', 'asc') },
  { name: 'guest: open', who: 'guest', query: () => ({ status: ['open'] }) },
  { name: 'guest: my pins', who: 'guest', query: () => ({ person: ['me'] }) },
  { name: 'guest: by due day', who: 'guest', query: () => order('dueDate', 'asc') },
];

/** SQL for one page of what the list shows, in one statement. */
export function byHand(organisationId: string, projectId: string, which: string, page: number): string {
  const place = `p.organisation_id = '${organisationId}' AND p.project_id = '${projectId}'`;
  const [join, rest] = which.startsWith('JOIN') ? which.split(' WHERE ') : ['', which];
  const condition = join ? `${place} AND ${rest}` : `${place} ${rest}`;
  const on = (entity: string) => `FROM ${entity} x WHERE x.organisation_id = p.organisation_id AND x.pin_id = p.id`;
  return `SELECT p.*, c.title AS category_title, l.name AS plan_name, t.*,
      (SELECT count(*) ${on('post')} AND x.active AND x.type = 'Visuals') AS photos,
      (SELECT count(*) ${on('comment')}) AS comments,
      (SELECT x.files -> 0 ->> 'blobId' ${on('post')} AND x.active AND x.type = 'Visuals' ORDER BY x.created_at DESC LIMIT 1) AS thumb
    FROM (SELECT p.* FROM pin p ${join} WHERE ${condition} LIMIT 50 OFFSET ${page * 50}) p
    LEFT JOIN category c ON c.organisation_id = p.organisation_id AND c.id = p.category_id
    LEFT JOIN plan l ON l.organisation_id = p.organisation_id AND l.id = p.plan_id
    CROSS JOIN LATERAL (SELECT count(*) AS tasks, count(*) FILTER (WHERE x.status = 'open') AS open,
      count(*) FILTER (WHERE x.status = 'open' AND x.due_date < '2026-03-02') AS overdue, min(x.due_date) AS due ${on('task')}) t`;
}
