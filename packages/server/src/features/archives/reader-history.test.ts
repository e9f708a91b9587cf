// The history in the page of an archive: sentences in the reader's language, names instead of ids, values before and after.
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { LANGUAGES } from '@plumbline/locales/languages';
import { beforeAll, expect, test } from 'vitest';
import { readerTexts } from './contents.ts';
import { HISTORY_RULES } from './reader-texts.ts';

type Difference = { label: string; from?: string; to: string };
type Reader = {
  texts: (texts: object) => void;
  colours: (colours: object) => void;
  rules: (rules: object) => void;
  model: { state: { language: string } };
  historyText: {
    sentence: (data: object, change: object) => string;
    differences: (data: object, change: object) => Difference[];
  };
};

// Scripts of the page, which browsers load from the disk: they have no exports.
await import('./reader/model.js' as string);
await import('./reader/history-text.js' as string);
const reader = (globalThis as unknown as { archive: Reader }).archive;

const byId = <R extends { id: string }>(...rows: R[]) => new Map(rows.map((row) => [row.id, row]));
const pins = byId({ id: 'p1', number: 7, title: 'Crack' }, { id: 'p2', number: 8, title: '' });
const plans = byId({ id: 'l1', type: 'Plan', sheetNumber: 'A-1', name: 'Basement' });
const tasks = byId({ id: 't1', number: 3, title: 'Fill it', pinId: 'p1' });
const contacts = byId({ id: 'k1', firstName: '', lastName: '', email: '', companyName: 'Stone Ltd' });
const costs = { id: 'r1', title: 'Costs', levels: ['', 'Dear'] };
const data = {
  person: (id: string) => ({ u1: 'Anna Berger', u2: 'Bo Lind' })[id] ?? '',
  ...{ pinById: pins, planById: plans, taskById: tasks, revisionById: new Map() },
  category: byId({ id: 'c1', title: 'Structure' }),
  project: [{ ratings: [costs] }],
  field: [{ id: 'f1', title: 'Width', format: { type: 'NUMBER', scale: 1, suffix: 'mm' } }],
  rowsById: new Map<string, unknown>([
    ['pin', pins],
    ['plan', plans],
    ['task', tasks],
    ['contact', contacts],
    ['category', byId({ id: 'c9', title: 'Fire' })],
    ['project', byId({ id: 'o1', title: 'Harbour' })],
  ]),
};

const change = (set: object) => ({ entity: 'pin', entityId: 'p1', actorId: 'u1', before: {}, after: {}, ...set });
const CHANGES = [
  change({
    before: null,
    after: { title: 'Crack', planId: 'l1', x: 0.5, y: 0.125, status: 'open', active: true, room: '' },
  }),
  change({
    before: { categoryId: null, status: 'open', ratings: { r1: 1 }, fields: { f1: 2 }, links: ['p2', 'p9'] },
    after: { categoryId: 'c1', status: 'closed', ratings: { r1: 2 }, fields: { f1: 2.5 }, links: [] },
  }),
  change({
    ...{ entity: 'task', entityId: 't1' },
    before: { dueDate: '2026-05-03', assigneeId: 'u2', repeat: null, status: 'open' },
    after: { dueDate: null, assigneeId: 'gone', repeat: { every: 2, unit: 'week' }, status: 'done' },
  }),
  change({
    ...{ entity: 'comment', entityId: 'm1', before: null },
    after: { text: 'Seen', pinId: 'p1', attachments: [{ name: 'a.pdf' }, { name: 'b.jpg' }] },
  }),
  change({ entity: 'plan', entityId: 'l1', actorId: null, before: { active: true }, after: { active: false } }),
  change({ entity: 'ground', entityId: 'l1', before: { changedAt: '1' }, after: { changedAt: '2' } }),
  change({ entity: 'contact', entityId: 'k1', before: null, after: { companyName: 'Stone Ltd', state: 'active' } }),
  change({
    ...{ entity: 'project', entityId: 'o1' },
    before: { latitude: null, longitude: null },
    after: { latitude: 48.2081743, longitude: -16.3738189 },
  }),
  change({ entity: 'category', entityId: 'c9', before: { colour: 'Red' }, after: { colour: 'DarkBlue' } }),
];

beforeAll(() => {
  reader.texts(readerTexts());
  reader.colours(PIN_COLOURS);
  reader.rules(HISTORY_RULES);
});

function described(language: string): [string, string[]][] {
  reader.model.state.language = language;
  return CHANGES.map((one) => [
    reader.historyText.sentence(data, one),
    reader.historyText
      .differences(data, one)
      .map(({ label, from, to }) => (from === undefined ? `${label}: ${to}` : `${label}: ${from} > ${to}`)),
  ]);
}

test('is written in German', () => {
  expect(described('de').map(([sentence]) => sentence)).toEqual([
    'Anna Berger hat Pin #7 Crack hinzugefügt',
    'Anna Berger hat Pin #7 Crack geändert',
    'Anna Berger hat Aufgabe #3 Fill it geändert',
    'Anna Berger hat einen Kommentar hinzugefügt',
    'Plumbline hat Plan A-1 · Basement geändert',
    'Anna Berger hat Maßstab und Lage Basement geändert',
    'Anna Berger hat Kontakt Stone Ltd hinzugefügt',
    'Anna Berger hat Projekt Harbour geändert',
    'Anna Berger hat Kategorie Fire geändert',
  ]);
  expect(described('de')[7]?.[1]).toEqual(['Breitengrad: leer > 48,208174', 'Längengrad: leer > -16,373819']);
  expect(described('de')[2]?.[1]).toEqual([
    'Status: Offen > Erledigt',
    'Fällig: 03.05.2026 > leer',
    'Zuständig: Bo Lind > …',
    'Wiederholung: leer > 2 Wochen',
  ]);
});

test('shows values before and after, by names instead of ids', () => {
  expect(described('en').map(([, differences]) => differences)).toEqual([
    ['Title: Crack', 'Status: Open', 'Plan: Basement', 'Location: 50% · 12.5%'],
    [
      'Status: Open > Closed',
      'Category: empty > Structure',
      'Linked pins: #8, … > empty',
      'Costs: Level 1 > Dear',
      'Width: 2.0 mm > 2.5 mm',
    ],
    ['Status: Open > Done', 'Due: May 3, 2026 > empty', 'Assignee: Bo Lind > …', 'Repeat: empty > 2 weeks'],
    ['Text: Seen', 'Files: a.pdf, b.jpg'],
    ['Shown: yes > no'],
    [],
    ['Company: Stone Ltd', 'Status: Active'],
    ['Latitude: empty > 48.208174', 'Longitude: empty > -16.373819'],
    ['Colour: Red > Dark blue'],
  ]);
});

test.each(LANGUAGES)('leaves no placeholder or id untranslated in %s', (language) => {
  for (const [sentence, differences] of described(language)) {
    const words = [sentence, ...differences].join('\n');
    expect(words).not.toMatch(/NaN|undefined|\{|\[object|\b(pin|task|plan|archive|people|field)\.[a-z]/u);
    expect(words).not.toMatch(/\b(c1|c9|f1|l1|p1|p2|r1|t1|u1|u2)\b/u);
  }
});
