// A small initial project with people of every role, a team and a plan. Ids are derived from numbers, so that runs are
// reproducible.

import type { Entity, Rows } from '@plumbline/core/site/entities';
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import type { AnyRow } from '@plumbline/core/sync/client/store';
import { examplePin } from '@plumbline/core/testing/rows';
import { emptySite, marked, type ServerState, type SiteState } from './memory-server.ts';

export const START = '2026-01-05T08:00:00.000Z';

/** A deterministic id derived from two small numbers. */
export function madeId(kind: number, n: number): string {
  const hex = n.toString(16).padStart(12, '0');
  return `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${hex}`;
}

export type Person = { userId: string; role: Rows['member']['role'] };
export const PEOPLE: readonly Person[] = [
  { userId: madeId(1, 1), role: 'administrator' },
  { userId: madeId(1, 2), role: 'contributor' },
  { userId: madeId(1, 3), role: 'subcontractor' },
  { userId: madeId(1, 4), role: 'externalViewer' },
];

export function memberOf(projectId: string, person: Person, index: number): Rows['member'] {
  return {
    id: madeId(0x20 + index, Number.parseInt(projectId.slice(-4), 16)),
    projectId,
    userId: person.userId,
    firstName: 'Person',
    lastName: String(index),
    email: `person${index}@example.org`,
    phone: '',
    companyName: '',
    craft: '',
    role: person.role,
    state: 'active',
  };
}

function siteRows(projectId: string, number: number): [Entity, AnyRow][] {
  const admin = PEOPLE[0]?.userId ?? '';
  const project: Rows['project'] = {
    id: projectId,
    projectId,
    title: `Project ${number}`,
    company: '',
    address: '',
    postCode: '',
    country: '',
    start: null,
    end: null,
    notes: '',
    timezone: 'Europe/Berlin',
    language: 'en',
    managerName: '',
    managerPhone: '',
    ...EMPTY_SETTINGS,
    ratings: [],
    active: true,
    createdBy: admin,
    createdAt: START,
  };
  const team: Rows['team'] = {
    id: madeId(3, number),
    projectId,
    title: 'Drywall',
    purpose: '',
    companyName: '',
    craft: '',
    role: 'subcontractor',
    memberIds: [madeId(1, 3)],
    active: true,
  };
  const plan: Rows['plan'] = {
    id: madeId(4, number),
    projectId,
    type: 'Plan',
    planType: 'Plan',
    parentId: null,
    name: 'Ground floor',
    sheetNumber: '',
    active: true,
    updating: false,
    currentRevisionId: null,
    createdBy: admin,
    createdAt: START,
    lastActivity: START,
  };
  const members = PEOPLE.map((person, index): [Entity, AnyRow] => ['member', memberOf(projectId, person, index)]);
  return [['project', project], ...members, ['team', team], ['plan', plan]];
}

/** Custom fields of a project, and a manual group of two of its pins. */
function keptTogether(projectId: string, number: number): [Entity, AnyRow][] {
  const formats: Rows['field']['format'][] = [
    { type: 'TEXT', limit: 200 },
    { type: 'TIME' },
    { type: 'TAGS', tags: [], listed: false },
  ];
  const group: Rows['group'] = {
    id: madeId(0x0b, number),
    projectId,
    title: 'Handover',
    kind: 'manual',
    pinIds: [madeId(5, number * 10 + 1), madeId(5, number * 10 + 2)],
    filter: null,
    active: true,
    createdBy: madeId(1, 2),
    createdAt: START,
    changedAt: START,
  };
  const fields = formats.map((format, sort): [Entity, AnyRow] => {
    const id = madeId(0x0a, number * 10 + sort);
    return ['field', { id, projectId, title: `Field ${sort}`, format, categoryIds: [], sort, active: true }];
  });
  return [...fields, ['group', group]];
}

/** Pins, tasks, comments and a photo, created by different people. */
export function workRows(projectId: string, number: number): [Entity, AnyRow][] {
  const planId = madeId(4, number);
  const by = (index: number) => PEOPLE[index % 2]?.userId ?? '';
  const rows: [Entity, AnyRow][] = [];
  for (let n = 1; n <= 4; n += 1) {
    const at = number * 10 + n;
    const pin = { ...pinOf(projectId, planId, at), createdBy: n === 4 ? madeId(1, 4) : by(n) };
    const task: Rows['task'] = {
      id: madeId(6, at),
      projectId,
      pinId: pin.id,
      number: n,
      status: 'open',
      title: `Task ${n}`,
      description: '',
      dueDate: null,
      reminderDays: null,
      repeat: null,
      dependsOn: [],
      companyName: '',
      craft: '',
      subStatus: '',
      assigneeType: n % 2 ? 'User' : 'TeamGroup',
      assigneeId: n % 2 ? madeId(1, 3) : madeId(3, number),
      createdBy: by(n),
      createdAt: START,
      changedAt: START,
      doneBy: null,
      doneAt: null,
    };
    const written = { projectId, pinId: pin.id, createdBy: by(n), createdAt: START };
    const comment: Rows['comment'] = {
      ...{ id: madeId(7, at), ...written, taskId: n % 2 ? task.id : null },
      ...{ text: `Comment ${n}`, attachments: [], mentions: [], edited: false },
    };
    rows.push(['pin', pin], ['task', task], ['comment', comment]);
  }
  rows.push(...keptTogether(projectId, number));
  return rows;
}

/** Rows with their entities, as `withRows` takes them. */
export type SiteRows = (readonly [Entity, AnyRow])[];

/** The project with rows added outside any transaction, each at its own position. */
export function withRows(site: SiteState, rows: Iterable<readonly [Entity, AnyRow]>): SiteState {
  const tables = new Map(site.tables);
  let { head } = site;
  const positions: number[] = [];
  for (const [entity, row] of rows) {
    head += 1;
    positions.push(head);
    const known = tables.get(entity);
    // Copied on the first write: the tables of `site` are not changed.
    const table = known && known !== site.tables.get(entity) ? (known as Map<string, unknown>) : new Map(known);
    table.set(row.id, { row, position: head });
    tables.set(entity, table as Map<string, { row: AnyRow; position: number }>);
  }
  return { ...site, head, tables, marks: marked(site, positions) };
}

export const projectIdOf = (number: number): string => madeId(2, number);

/** `work`: rows of a project besides its people and its plan. */
export function seeded(state: ServerState, projects: number, work: typeof workRows = () => []): ServerState {
  const sites = new Map(state.sites);
  for (let number = 1; number <= projects; number += 1) {
    const projectId = projectIdOf(number);
    const site = withRows(emptySite(), [...siteRows(projectId, number), ...work(projectId, number)]);
    sites.set(projectId, { ...site, numbers: { pin: 100, task: 100 } });
  }
  return { ...state, sites };
}

export function pinOf(projectId: string, planId: string, n: number): Rows['pin'] {
  return examplePin({
    id: madeId(5, n),
    projectId,
    planId,
    x: (n % 97) / 97,
    y: (n % 89) / 89,
    number: n,
    title: `Pin ${n}`,
    notes: 'Crack in the wall beside the door, to be filled and painted before the handover.',
    createdBy: PEOPLE[0]?.userId ?? '',
    createdAt: START,
    changedAt: START,
  });
}
