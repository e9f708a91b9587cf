// One row of a table as a pin with an optional task, or why it is none. Pure: words for statuses are looked up by the
// caller.

import type { FieldFormat, FieldValue } from '../../site/rows/fields.ts';
import type { PinStatus } from '../../site/rows/pins.ts';
import type { ProjectRow } from '../../site/rows/projects.ts';
import type { TaskStatus } from '../../site/rows/tasks.ts';
import { cleaned, isBlank } from '../datasets/table.ts';
import { readNumber, readValue } from '../fields/values.ts';
import { type FixedTarget, idOfTarget } from './columns.ts';
import type { PinRowProblem, RowNote } from './contract.ts';
import { type DateOrder, instantFrom, readDate } from './dates.ts';
import type { ImportedPin, ImportedTask } from './imported-pin.ts';

/** Around names written from right to left, in tables that this program has exported. */
const ISOLATES = /[\u2068\u2069]/gu;

export type ReaderOptions = {
  /** Target of each column, and its heading. */
  columns: readonly string[];
  heads: readonly string[];
  fields: ReadonlyMap<string, FieldFormat>;
  ratings: ReadonlyMap<string, ProjectRow['ratings'][number]>;
  dateOrder: DateOrder;
  /** For decimal separators. */
  locale: string;
  pinStatusOf: (word: string) => PinStatus | undefined;
  taskStatusOf: (word: string) => TaskStatus | undefined;
  /** Identifies a row that has no id. */
  hashOf: (cells: readonly string[]) => string;
};

/**
 * `key` identifies the pin and, with `nth`, the row: further rows with the same id add tasks to its pin. A row with a
 * problem that is not just a warning has no pin, only what it is called.
 */
export type ReadPin = {
  key: string;
  nth: number;
  pin: ImportedPin | undefined;
  called: RowName;
  notes: RowNote[];
};
export type RowName = Pick<ImportedPin, 'title' | 'plan'>;

const LENGTHS: Readonly<Partial<Record<FixedTarget, number>>> = {
  key: 200,
  title: 200,
  notes: 10_000,
  category: 120,
  plan: 240,
  taskTitle: 200,
  taskDescription: 10_000,
  assignee: 254,
  companyName: 200,
  craft: 120,
};
const NONE: ReadonlySet<number> = new Set();
const MULTILINE: readonly string[] = ['notes', 'taskDescription', 'newField'];
const MAX_FIELD_TEXT = 2_000;
const MAX_TAGS = 50;
const MAX_TAG = 60;
const MAX_PHOTOS = 50;

/** Problems that leave out a value, not the row. */
const WARNINGS: readonly PinRowProblem[] = [
  'field_rounded',
  'status_unknown',
  'plan_unknown',
  'position_missing',
  'photo_missing',
];
export const isWarning = ({ problem }: RowNote): boolean => WARNINGS.includes(problem);

/** Reads rows one by one and recognises repeated ids. */
export class PinReader {
  readonly #options: ReaderOptions;
  readonly #at: ReadonlyMap<string, number>;
  /** Key → rows read so far, and the line of the first. */
  readonly #seen = new Map<string, { count: number; line: number }>();

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#at = new Map(options.columns.map((target, index) => [target, index]));
  }

  /**
   * Undefined for an empty row, which is skipped. `line` is the row number as shown in a spreadsheet; `numbers` are the
   * indexes of cells with a decimal point, whatever the language.
   */
  read(cells: readonly string[], line: number, numbers: ReadonlySet<number> = NONE): ReadPin | undefined {
    if (isBlank(cells)) return undefined;
    const { columns } = this.#options;
    const row = new Row(cells, numbers, this.#options, this.#at);
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) row.note('cells_too_many', cells.at(-1) ?? '');
    const pin = row.pin();
    const id = row.get('key');
    const key = this.#at.has('key') ? `id ${id}` : `row ${this.#options.hashOf(cells.map(cleaned))}`;
    if (this.#at.has('key') && id === '') row.note('key_missing', row.get('title'), 'key');
    const before = this.#seen.get(key);
    this.#seen.set(key, { count: (before?.count ?? 0) + 1, line: before?.line ?? line });
    const nth = before?.count ?? 0;
    if (nth > 0 && this.#at.has('key') && pin.task === null && id !== '')
      row.note('key_twice', String(before?.line), 'key');
    const usable = row.notes.every(isWarning);
    const called = { title: pin.title, plan: pin.plan };
    const read = { pin: usable ? pin : undefined, called, notes: row.notes };
    // Equal rows without an id are pins of their own.
    return this.#at.has('key') ? { key, nth, ...read } : { key: `${key} ${nth}`, nth: 0, ...read };
  }
}

class Row {
  readonly notes: RowNote[] = [];
  readonly #cells: readonly string[];
  readonly #numbers: ReadonlySet<number>;
  readonly #options: ReaderOptions;
  readonly #at: ReadonlyMap<string, number>;

  constructor(
    cells: readonly string[],
    numbers: ReadonlySet<number>,
    options: ReaderOptions,
    at: ReadonlyMap<string, number>,
  ) {
    this.#cells = cells;
    this.#numbers = numbers;
    this.#options = options;
    this.#at = at;
  }

  note(problem: PinRowProblem, value: string, target?: string): void {
    const at = target === undefined ? undefined : this.#at.get(target);
    const column = at === undefined ? '' : (this.#options.heads[at] ?? '');
    this.notes.push({ problem, value: value.slice(0, 80), column });
  }

  #cell(at: number | undefined, multiline = false): string {
    const text = at === undefined ? '' : cleaned(this.#cells[at] ?? '');
    return multiline ? text.replaceAll(/\r\n?/gu, '\n') : text.replaceAll(ISOLATES, '').replaceAll(/\s+/gu, ' ');
  }

  /** The value of a target; empty, with a note, if it is too long. */
  get(target: FixedTarget): string {
    const value = this.#cell(this.#at.get(target), MULTILINE.includes(target));
    if (value.length <= (LENGTHS[target] ?? Infinity)) return value;
    this.note('too_long', value, target);
    return '';
  }

  pin(): ImportedPin {
    const taskTitle = this.get('taskTitle');
    const title = this.get('title') || taskTitle;
    if (title === '' && !this.notes.some(({ problem }) => problem === 'too_long'))
      this.note('title_missing', '', 'title');
    const status = this.#status('status', this.#options.pinStatusOf) ?? 'open';
    const created = this.#date('createdAt');
    return {
      ...{ title, status, notes: this.get('notes'), category: this.get('category') },
      ...{ tags: this.#tags(), plan: this.get('plan'), ...this.#position(), photos: this.#photos() },
      createdAt: created && instantFrom(created),
      ...this.#values(),
      task: this.#task(status, taskTitle),
      topic: null,
    };
  }

  #status<T>(target: 'status' | 'taskStatus', statusOf: (word: string) => T | undefined): T | undefined {
    const word = this.get(target);
    const status = word === '' ? undefined : statusOf(word);
    if (word !== '' && status === undefined) this.note('status_unknown', word, target);
    return status;
  }

  #task(ofPin: PinStatus, title: string): ImportedTask | null {
    const said = {
      ...{ title, description: this.get('taskDescription'), assignee: this.get('assignee') },
      ...{ companyName: this.get('companyName'), craft: this.get('craft') },
    };
    const status = this.#status('taskStatus', this.#options.taskStatusOf);
    const dueDate = this.#date('dueDate')?.slice(0, 10) ?? null;
    if (status === undefined && dueDate === null && Object.values(said).every((value) => value === '')) return null;
    return { ...said, dueDate, status: status ?? ofPin };
  }

  #date(target: 'createdAt' | 'dueDate'): string | null {
    const value = this.get(target);
    const read = value === '' ? null : readDate(value, this.#options.dateOrder);
    if (read === undefined) this.note('date_invalid', value, target);
    return read ?? null;
  }

  #tags(): string[] {
    const tags = [
      ...new Set(
        this.get('tags')
          .split(/[\s,;]+/u)
          .filter(Boolean),
      ),
    ];
    const long = tags.find((tag) => tag.length > MAX_TAG);
    if (long !== undefined || tags.length > MAX_TAGS) this.note('too_long', long ?? tags.join(' '), 'tags');
    return tags;
  }

  #photos(): string[] {
    const names = [
      ...new Set(
        this.#cell(this.#at.get('photos'), true)
          .split(/[\n;,|]+/u)
          .map((name) => name.trim()),
      ),
    ];
    const files = names.filter(Boolean);
    if (files.length > MAX_PHOTOS || files.some((name) => name.length > 255))
      this.note('too_long', files.join(' '), 'photos');
    return files;
  }

  #position(): Pick<ImportedPin, 'x' | 'y'> {
    const x = this.#fraction('x');
    const y = this.#fraction('y');
    if ((x === null) === (y === null)) return { x, y };
    this.note('position_invalid', '', x === null ? 'x' : 'y');
    return { x: null, y: null };
  }

  /** Files often come from a program in another language: its decimal separator counts where the project's does not fit. */
  #localesOf(at: number | undefined): readonly string[] {
    return at !== undefined && this.#numbers.has(at) ? ['en'] : [this.#options.locale, 'en', 'de'];
  }

  /** 0.25 or 25 %. */
  #fraction(target: 'x' | 'y'): number | null {
    const text = this.get(target);
    if (text === '') return null;
    for (const locale of this.#localesOf(this.#at.get(target))) {
      const number = readNumber(text, locale) ?? Number.NaN;
      const fraction = text.includes('%') ? number / 100 : number;
      if (fraction >= 0 && fraction <= 1) return fraction;
    }
    this.note('position_invalid', text, target);
    return null;
  }

  #values(): Pick<ImportedPin, 'fields' | 'ratings' | 'newFields'> {
    const fields: Record<string, FieldValue> = {};
    const ratings: Record<string, number> = {};
    const newFields: Record<string, string> = {};
    for (const [at, target] of this.#options.columns.entries()) {
      const value = this.#cell(at, target === 'newField');
      const fieldId = idOfTarget(target, 'field');
      const scaleId = idOfTarget(target, 'rating');
      if (value === '') continue;
      if (fieldId !== undefined) {
        const read = this.#field(fieldId, value, at);
        if (read === undefined) this.note('field_invalid', value, target);
        else {
          fields[fieldId] = read.value;
          if (read.isRounded) this.note('field_rounded', value, target);
        }
      } else if (scaleId !== undefined) {
        const level = this.#level(scaleId, value);
        if (level === undefined) this.note('field_invalid', value, target);
        else ratings[scaleId] = level;
      } else if (target === 'newField') {
        const head = (this.#options.heads[at] ?? '').slice(0, 80).trim();
        if (value.length > MAX_FIELD_TEXT)
          this.notes.push({ problem: 'too_long', value: value.slice(0, 80), column: head });
        else newFields[head] = value;
      }
    }
    return { fields, ratings, newFields };
  }

  #field(fieldId: string, value: string, at: number): { value: FieldValue; isRounded?: true } | undefined {
    const format = this.#options.fields.get(fieldId);
    if (!format) return undefined;
    const day = format.type === 'DATE' ? readDate(value, this.#options.dateOrder)?.slice(0, 10) : undefined;
    for (const locale of this.#localesOf(at)) {
      const read = readValue(format, day ?? value, locale);
      if ('value' in read && read.value !== null) return { ...read, value: read.value };
    }
    return undefined;
  }

  #level(scaleId: string, value: string): number | undefined {
    const levels = this.#options.ratings.get(scaleId)?.levels ?? [];
    const named = levels.findIndex((level) => level.toLocaleLowerCase('und') === value.toLocaleLowerCase('und'));
    const level = named >= 0 ? named + 1 : Number(value);
    return Number.isInteger(level) && level >= 1 && level <= levels.length ? level : undefined;
  }
}
