// The list of all placeholders for authors, made from the grammar: what each one shows, where it can be used, and a value
// of the project.
import type { PlaceholderGroup } from '@plumbline/core/features/reports/placeholders';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import type { FileType } from '../package/word-package.ts';
import { explanationOf } from './explanations.ts';
import { reportFormats } from './formats.ts';
import { GRAMMAR, type ScopeName, type Tag } from './grammar.ts';

/** Values of a project: `fields` and `ratings` are titles. */
export type TagExamples = {
  data: ReportData;
  timeZone: string;
  fields: readonly string[];
  ratings: readonly string[];
};

type Placeholder = PlaceholderGroup['placeholders'][number];

const TITLES: Readonly<Record<ScopeName, TextKey>> = {
  report: 'report.tags.group.report',
  pin: 'pin.one',
  photo: 'report.doc.photo',
  photoRow: 'report.tags.photoRows',
  task: 'pin.do.task',
  comment: 'media.comment',
  field: 'field.fields',
  rating: 'pin.ratings',
  attendee: 'report.attendees',
  weather: 'report.weather',
  signature: 'report.signatures',
  group: 'report.tags.group.group',
};

/** Enough to find a value for most placeholders. */
const MAX_ITEMS = 200;
const MAX_EXAMPLE_LENGTH = 80;

/** Photos in a row are written alike: only the first is listed. */
const isRepeated = (name: string): boolean => /^photo[2-4]/u.test(name);

/** Characters that cannot be written between the quotes of a placeholder. */
const isWritable = (title: string): boolean => title !== '' && !/["“”'‘’{}[\]]/u.test(title) && title.length <= 100;

/** Without examples for the guide, which belongs to no project. */
export function placeholderGroups(t: Translator, examples?: TagExamples): PlaceholderGroup[] {
  const items = examples ? itemsIn(examples.data) : new Map<ScopeName, readonly unknown[]>();
  const lister = new Lister(t, items, examples);
  const scopes = (Object.keys(GRAMMAR) as ScopeName[]).filter((scope) => scope !== 'report');
  const of = (wanted: (name: string, tag: Tag) => boolean) => lister.placeholders('report', wanted);
  const isCount = (name: string) => name.startsWith('count.');
  return [
    basics(t),
    group(
      'report',
      t(TITLES.report),
      [],
      of((name, tag) => tag.gives !== 'list' && !isCount(name)),
    ),
    group('counts', t('report.tags.group.counts'), [], of(isCount)),
    group(
      'lists',
      t('report.tags.group.lists'),
      [],
      of((_name, tag) => tag.gives === 'list'),
    ),
    ...scopes.map((scope) =>
      group(
        scope,
        t(TITLES[scope]),
        listsOf(scope).map((name) => `{#${name}}`),
        lister.placeholders(scope, () => true),
      ),
    ),
  ];
}

const group = (id: string, title: string, lists: string[], placeholders: Placeholder[]): PlaceholderGroup => ({
  id,
  title,
  lists,
  placeholders,
});

/** The forms of placeholders, each with an example. */
function basics(t: Translator): PlaceholderGroup {
  const forms: [string, TextKey, Placeholder['kind']][] = [
    ['{pin.title}', 'report.tags.basic.value', 'text'],
    ['{#pins}{pin.title}{/pins}', 'report.tags.basic.repeat', 'list'],
    ['{#pin.notes}{pin.notes}{/pin.notes}', 'report.tags.basic.when', 'list'],
    ['{#any tasks}{/any tasks}', 'report.tags.basic.any', 'list'],
    ['{#not tasks}{/not tasks}', 'report.tags.basic.not', 'list'],
    ['{photo [width: 80, height: 60]}', 'report.tags.basic.size', 'picture'],
    ['{report.date [format: "long"]}', 'report.tags.basic.date', 'text'],
    ['{pin.field [title: "…", format: "0.00"]}', 'report.tags.basic.number', 'text'],
  ];
  const placeholders = forms.map(([tag, title, kind]): Placeholder => {
    return { tag, kind, title: t(title), fileTypes: ['docx', 'xlsx'], example: '' };
  });
  return group('basics', t('report.tags.group.basics'), [], placeholders);
}

/** The lists whose content is in this scope. */
function listsOf(scope: ScopeName): string[] {
  const names = Object.values(GRAMMAR).flatMap((tags) =>
    Object.entries(tags).flatMap(([name, tag]) => (tag.gives === 'list' && tag.of === scope ? [name] : [])),
  );
  return [...new Set(names)];
}

/** Some items of each scope, from the report inwards. */
function itemsIn(data: ReportData): Map<ScopeName, readonly unknown[]> {
  const items = new Map<ScopeName, unknown[]>([['report', [data]]]);
  for (const [scope, found] of items) {
    for (const tag of Object.values<Tag>(GRAMMAR[scope])) {
      if (tag.gives !== 'list') continue;
      const inner = items.get(tag.of) ?? [];
      // The items of a scope are what its lists were read from.
      const read = found.flatMap((item) => tag.read(item as never, {}));
      if (tag.of !== scope) items.set(tag.of, [...inner, ...read].slice(0, MAX_ITEMS));
    }
  }
  return items;
}

class Lister {
  private readonly t: Translator;
  private readonly items: ReadonlyMap<ScopeName, readonly unknown[]>;
  private readonly examples: TagExamples | undefined;
  private readonly formats;

  constructor(t: Translator, items: ReadonlyMap<ScopeName, readonly unknown[]>, examples: TagExamples | undefined) {
    this.t = t;
    this.items = items;
    this.examples = examples;
    this.formats = reportFormats(t, examples?.timeZone ?? 'UTC');
  }

  placeholders(scope: ScopeName, wanted: (name: string, tag: Tag) => boolean): Placeholder[] {
    return Object.entries<Tag>(GRAMMAR[scope])
      .filter(([name, tag]) => wanted(name, tag) && !isRepeated(name))
      .flatMap(([name, tag]) => this.entries(scope, name, tag));
  }

  private entries(scope: ScopeName, name: string, tag: Tag): Placeholder[] {
    const title = explanationOf(this.t, scope, name);
    const fileTypes: FileType[] = [...tag.worksIn];
    const common = { kind: tag.gives, fileTypes } as const;
    if (tag.gives === 'list') {
      const columns = tag.options?.columns === undefined ? '' : ' [columns: 2]';
      const example = this.count(scope, tag);
      return [{ ...common, tag: `{#${name}${columns}}{/${name}}`, title, example }];
    }
    if (tag.options?.title === undefined)
      return [{ ...common, tag: `{${name}}`, title, example: this.example(scope, tag, {}) }];
    // One entry per field or rating of the project, under its own title.
    const titles = (name === 'pin.rating' ? this.examples?.ratings : this.examples?.fields) ?? [];
    if (!titles.some(isWritable)) return [{ ...common, tag: `{${name} [title: "…"]}`, title, example: '' }];
    return titles.filter(isWritable).map((of) => ({
      ...common,
      tag: `{${name} [title: "${of}"]}`,
      title: `${title}: ${of}`,
      example: this.example(scope, tag, { title: of }),
    }));
  }

  private example(scope: ScopeName, tag: Tag, options: Readonly<Record<string, string>>): string {
    if (tag.gives !== 'text') return '';
    for (const item of this.items.get(scope) ?? []) {
      // The items of a scope are what its lists were read from.
      const value = tag
        .read(item as never, this.formats, options)
        .replace(/\s+/gu, ' ')
        .trim();
      if (value !== '') return value.length > MAX_EXAMPLE_LENGTH ? `${value.slice(0, MAX_EXAMPLE_LENGTH - 1)}…` : value;
    }
    return '';
  }

  private count(scope: ScopeName, tag: Tag): string {
    if (tag.gives !== 'list' || !this.examples) return '';
    // The items of a scope are what its lists were read from.
    const counts = (this.items.get(scope) ?? []).map((item) => tag.read(item as never, {}).length);
    return this.t('report.tags.entries', { count: Math.max(0, ...counts) });
  }
}
