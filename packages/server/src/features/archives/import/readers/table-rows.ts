// The rows of tables in the layout of archives. Other systems have ids of their own kind: each becomes the same UUID
// wherever it is named.
import { ROLES } from '@plumbline/core/access/capabilities';
import { MAX_TEXT_LENGTH } from '@plumbline/core/site/rows/fields';
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import { PIN_COLOUR_NAMES } from '@plumbline/core/site/values/pin-colours';
import type { Renew } from '../../../../platform/renew-ids.ts';
import type { SourceFile } from './archive-source.ts';
import { ImportProblem } from './import-problem.ts';

export const COLUMNS = {
  project: [
    ...['id', 'title', 'company', 'address', 'post code', 'country', 'start', 'end', 'notes', 'time zone', 'language'],
    ...['latitude', 'longitude', 'manager', 'manager phone'],
  ],
  people: ['id', 'first name', 'last name', 'email', 'company', 'trade', 'role'],
  categories: ['title', 'colour'],
  plans: ['id', 'name', 'number', 'folder'],
  pins: [
    ...['id', 'number', 'title', 'status', 'category', 'plan', 'x', 'y', 'room', 'notes', 'tags', 'created', 'changed'],
    'author',
  ],
  tasks: [
    ...['id', 'pin', 'number', 'title', 'description', 'status', 'due', 'assignee', 'company', 'trade', 'created'],
    ...['changed', 'author', 'done', 'done by'],
  ],
  comments: ['id', 'pin', 'task', 'text', 'created', 'author'],
  files: ['id', 'pin', 'task', 'file', 'caption', 'taken', 'created', 'author'],
} as const;
export type TableName = keyof typeof COLUMNS;

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/u;

export class TableRow {
  readonly #place: string;
  readonly #cells: ReadonlyMap<string, string>;

  constructor(place: string, head: readonly string[], cells: readonly string[]) {
    this.#place = place;
    this.#cells = new Map(head.map((column, at) => [column, (cells[at] ?? '').trim()]));
  }

  refuse(column: string): never {
    throw new ImportProblem('invalid_row', `${this.#place}: ${column}`);
  }

  text(column: string): string {
    return this.#cells.get(column) ?? '';
  }

  need(column: string): string {
    return this.text(column) || this.refuse(column);
  }

  /** Columns that are not among these, with their values. */
  others(known: readonly string[]): [string, string][] {
    return [...this.#cells].filter(([column, value]) => value !== '' && !known.includes(column));
  }

  /** 0.25 or 25 %. */
  number(column: string): number | null {
    const text = this.text(column);
    if (text === '') return null;
    const [, figures = text, percent] = /^(.+?)\s*(%)?$/u.exec(text) ?? [];
    const value = Number(figures.replace(',', '.')) / (percent ? 100 : 1);
    return Number.isFinite(value) ? value : this.refuse(column);
  }

  day(column: string): string | null {
    const text = this.text(column);
    return text === '' || DAY.test(text) ? text || null : this.refuse(column);
  }

  time(column: string): string | null {
    const text = this.text(column);
    if (text === '') return null;
    const at = new Date(DAY.test(text) ? `${text}T00:00:00Z` : text);
    return (DAY.test(text) || INSTANT.test(text)) && !Number.isNaN(at.getTime())
      ? at.toISOString()
      : this.refuse(column);
  }

  /** One of these, in any case and with spaces. */
  choice<T extends string>(column: string, choices: readonly T[], otherwise: T): T {
    const word = this.text(column).replaceAll(/\s/gu, '').toLowerCase();
    if (word === '') return otherwise;
    return choices.find((one) => one.toLowerCase() === word) ?? this.refuse(column);
  }
}

export type Reading = {
  idOf: Renew;
  files: ReadonlyMap<string, SourceFile>;
  /** The time of rows that do not say when they were made. */
  asOf: string;
  table: (name: TableName) => AsyncIterable<TableRow>;
};

const PIN_STATUSES = ['open', 'closed', 'inactive'] as const;
const TASK_STATUSES = ['open', 'draft', 'rejected', 'done', 'closed', 'inactive'] as const;

export class TableRows {
  readonly projectId: string;
  readonly #reading: Reading;
  readonly #about: TableRow;
  /** Ids and addresses of people → the id of the person. */
  #people: ReadonlyMap<string, string> | undefined;

  constructor(reading: Reading, about: TableRow) {
    this.#reading = reading;
    this.#about = about;
    this.projectId = reading.idOf('project');
  }

  async *of(part: string): AsyncGenerator<unknown> {
    const read = this.#parts[part];
    if (read) yield* read();
  }

  readonly #parts: Readonly<Record<string, () => AsyncGenerator<unknown>>> = {
    project: () => this.#project(),
    member: () => this.#members(),
    category: () => this.#categories(),
    field: () => this.#fields(),
    plan: () => this.#plans(),
    pin: () => this.#pins(),
    task: () => this.#tasks(),
    post: () => this.#posts(),
    comment: () => this.#comments(),
  };

  #id(kind: string, key: string): string {
    return this.#reading.idOf(`${kind} ${key}`);
  }

  async *#project() {
    const row = this.#about;
    yield {
      ...{ id: this.projectId, projectId: this.projectId, ...EMPTY_SETTINGS, title: row.need('title') },
      ...{ company: row.text('company'), address: row.text('address'), postCode: row.text('post code') },
      ...{ country: row.text('country').toUpperCase(), start: row.day('start'), end: row.day('end') },
      ...{ notes: row.text('notes'), timezone: row.text('time zone') || 'UTC', language: row.text('language') || 'en' },
      ...{ managerName: row.text('manager'), managerPhone: row.text('manager phone'), ratings: [] },
      ...{ latitude: row.number('latitude'), longitude: row.number('longitude'), active: true },
      ...{ createdBy: this.#id('person', ''), createdAt: this.#reading.asOf },
    };
  }

  async *#members() {
    for await (const row of this.#reading.table('people')) {
      const key = row.text('id') || row.need('email');
      yield {
        ...{ id: this.#id('member', key), projectId: this.projectId, userId: this.#id('person', key), state: 'active' },
        ...{ firstName: row.text('first name'), lastName: row.text('last name'), email: row.text('email') },
        ...{ phone: row.text('phone'), companyName: row.text('company'), craft: row.text('trade') },
        ...{ role: row.choice('role', ROLES, 'none') },
      };
    }
  }

  /** Those of the table, then those that only pins name. */
  async *#categories() {
    const seen = new Set<string>();
    const category = (title: string, colour: (typeof PIN_COLOUR_NAMES)[number]) => {
      const id = this.#id('category', title);
      if (title === '' || seen.has(id)) return [];
      seen.add(id);
      return [{ id, projectId: this.projectId, title, colour, active: true, sort: seen.size - 1 }];
    };
    for await (const row of this.#reading.table('categories'))
      yield* category(row.need('title'), row.choice('colour', PIN_COLOUR_NAMES, 'Blue'));
    for await (const row of this.#reading.table('pins')) yield* category(row.text('category'), 'Blue');
  }

  /** A text field for each column of pins that is not known. */
  async *#fields() {
    const seen = new Set<string>();
    for await (const row of this.#reading.table('pins'))
      for (const [title] of row.others(COLUMNS.pins)) {
        if (seen.has(title)) continue;
        seen.add(title);
        yield {
          ...{ id: this.#id('field', title), projectId: this.projectId, title, categoryIds: [], active: true },
          ...{ format: { type: 'TEXT', limit: MAX_TEXT_LENGTH }, sort: seen.size - 1 },
        };
      }
  }

  async *#plans() {
    const seen = new Set<string>();
    const entry = (
      id: string,
      type: 'Plan' | 'Folder',
      parentId: string | null,
      name: string,
      sheetNumber: string,
    ) => ({
      ...{ id, projectId: this.projectId, type, planType: 'Plan', parentId, name, sheetNumber, active: true },
      ...{ updating: false, currentRevisionId: null, createdBy: this.#id('person', ''), createdAt: this.#reading.asOf },
      lastActivity: this.#reading.asOf,
    });
    for await (const row of this.#reading.table('plans')) {
      const names = row
        .text('folder')
        .split('/')
        .map((name) => name.trim())
        .filter(Boolean);
      let parentId: string | null = null;
      for (const [at, name] of names.entries()) {
        const id = this.#id('folder', names.slice(0, at + 1).join('/'));
        if (!seen.has(id)) yield entry(id, 'Folder', parentId, name, '');
        seen.add(id);
        parentId = id;
      }
      const name = row.need('name');
      yield entry(this.#id('plan', row.text('id') || name), 'Plan', parentId, name, row.text('number'));
    }
  }

  async *#pins() {
    let count = 0;
    for await (const row of this.#reading.table('pins')) {
      count += 1;
      const [plan, category] = [row.text('plan'), row.text('category')];
      const at = plan === '' ? { x: null, y: null } : { x: row.number('x'), y: row.number('y') };
      const placed = at.x !== null && at.y !== null;
      const fields = row.others(COLUMNS.pins).map(([title, value]) => [this.#id('field', title), value] as const);
      yield {
        ...{ id: this.#id('pin', row.need('id')), projectId: this.projectId, number: row.number('number') ?? count },
        ...{ planId: placed ? this.#id('plan', plan) : null, x: placed ? at.x : null, y: placed ? at.y : null },
        ...{ title: row.text('title'), status: row.choice('status', PIN_STATUSES, 'open'), notes: row.text('notes') },
        ...{ categoryId: category === '' ? null : this.#id('category', category), room: row.text('room') },
        ...{
          tags: [
            ...new Set(
              row
                .text('tags')
                .split(/[\s,;]+/u)
                .filter(Boolean),
            ),
          ],
          fields: Object.fromEntries(fields),
        },
        ...{ modelPosition: null, ratings: {}, t1: '', t2: '', t3: '', links: [], records: [] },
        ...(await this.#made(row)),
      };
    }
  }

  async *#tasks() {
    let count = 0;
    for await (const row of this.#reading.table('tasks')) {
      count += 1;
      const assignee = await this.#person(row, 'assignee');
      const doneBy = await this.#person(row, 'done by');
      yield {
        ...{ id: this.#id('task', row.need('id')), projectId: this.projectId, number: row.number('number') ?? count },
        ...{ pinId: this.#id('pin', row.need('pin')), title: row.text('title'), description: row.text('description') },
        ...{ status: row.choice('status', TASK_STATUSES, 'open'), dueDate: row.day('due') },
        ...{ companyName: row.text('company'), craft: row.text('trade'), subStatus: '' },
        ...{ reminderDays: null, repeat: null, dependsOn: [], doneBy, doneAt: row.time('done') },
        // Whom a task is assigned to must be known: without a name it is for various people.
        ...{ assigneeType: assignee === null ? 'Various' : 'User', assigneeId: assignee ?? this.projectId },
        ...(await this.#made(row)),
      };
    }
  }

  async *#comments() {
    let count = 0;
    for await (const row of this.#reading.table('comments')) {
      count += 1;
      const { changedAt: _changedAt, ...made } = await this.#made(row);
      yield {
        ...{ id: this.#id('comment', row.text('id') || String(count)), projectId: this.projectId, ...this.#of(row) },
        ...{ text: row.need('text'), attachments: [], mentions: [], edited: false, ...made },
      };
    }
  }

  async *#posts() {
    let count = 0;
    for await (const row of this.#reading.table('files')) {
      count += 1;
      const path = row
        .need('file')
        .replaceAll('\\', '/')
        .replace(/^(?:\.?\/)?(?:files\/)?/u, '');
      const blobId = this.#id('file', path);
      // A row whose file is missing is left out and counted by the import.
      const { name, mime, size } = this.#reading.files.get(blobId) ?? { name: path, mime: 'image/jpeg', size: 1 };
      const [kind = ''] = mime.split('/');
      const { changedAt: _changedAt, ...made } = await this.#made(row);
      yield {
        ...{ id: this.#id('post', row.text('id') || String(count)), projectId: this.projectId, ...this.#of(row) },
        ...{ type: kind === 'image' || kind === 'video' ? 'Visuals' : kind === 'audio' ? 'Audio' : 'Documents' },
        files: [{ blobId, name: name.slice(-255), mime, size: Math.max(1, size), width: null, height: null }],
        ...{ caption: row.text('caption'), active: true, takenAt: row.time('taken'), ...made },
      };
    }
  }

  /** The pin, and the task, that a comment or file belongs to. */
  #of(row: TableRow) {
    const task = row.text('task');
    return { pinId: this.#id('pin', row.need('pin')), taskId: task === '' ? null : this.#id('task', task) };
  }

  async #made(row: TableRow) {
    const createdAt = row.time('created') ?? this.#reading.asOf;
    const createdBy = (await this.#person(row, 'author')) ?? this.#id('person', '');
    return { createdBy, createdAt, changedAt: row.time('changed') ?? createdAt };
  }

  /** Someone of the table of people, by id or address. Throws if they are not there. */
  async #person(row: TableRow, column: string): Promise<string | null> {
    const key = row.text(column);
    if (key === '') return null;
    this.#people ??= await this.#readPeople();
    return this.#people.get(key.toLowerCase()) ?? row.refuse(column);
  }

  async #readPeople(): Promise<ReadonlyMap<string, string>> {
    const people = new Map<string, string>();
    for await (const row of this.#reading.table('people')) {
      const userId = this.#id('person', row.text('id') || row.need('email'));
      for (const key of [row.text('email'), row.text('id')]) if (key !== '') people.set(key.toLowerCase(), userId);
    }
    return people;
  }
}
