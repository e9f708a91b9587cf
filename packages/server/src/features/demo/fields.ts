// The pin fields of the demo project, with values a site management would have written down.
import type { FieldFormat, FieldValue } from '@plumbline/core/site/rows/fields';
import type { CategoryKey, DemoPin } from './content.ts';
import { demoId } from './ids.ts';

const plain = { precision: 8, negative: false, thousands: true, step: null };

type DemoField = { key: string; title: string; format: FieldFormat; categories?: readonly CategoryKey[] };

export const DEMO_FIELDS: readonly DemoField[] = [
  {
    key: 'severity',
    title: 'Severity',
    format: { type: 'SLIDER', levels: ['Cosmetic', 'Minor', 'Moderate', 'Serious', 'Critical'] },
  },
  { key: 'cost', title: 'Cost estimate', format: { type: 'CURRENCY', ...plain, scale: 2, currency: 'EUR' } },
  { key: 'progress', title: 'Progress', format: { type: 'PERCENTAGE', scale: 0, step: 5 } },
  {
    key: 'inspection',
    title: 'Inspection',
    format: { type: 'DATE', pattern: 'DD.MM.YYYY', length: 'short', weekday: true, time: false },
  },
  { key: 'rooms', title: 'Rooms', format: { type: 'TAGS', tags: [], listed: false } },
  {
    key: 'area',
    title: 'Affected area',
    format: { type: 'NUMBER', ...plain, scale: 1, suffix: 'm²' },
    categories: ['floors', 'drywall', 'water'],
  },
  { key: 'effort', title: 'Effort', format: { type: 'TIME' } },
  {
    key: 'norm',
    title: 'Rule or standard',
    format: { type: 'TEXT', limit: 120 },
    categories: ['fire', 'electrical', 'safety'],
  },
];

const NORMS: Partial<Record<CategoryKey, string>> = {
  fire: 'EN 1366-3, penetration seals',
  electrical: 'IEC 60364-7, wet rooms',
  safety: 'EN 13374, edge protection',
};

/** The same figure from 0 to 1 for a pin and a purpose, whenever the demo is made. */
function share(title: string, purpose: string): number {
  let sum = 7;
  for (const sign of `${title} ${purpose}`) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9_973;
  return sum / 9_973;
}

/** Field id → value of a pin; `dayOf` gives the day so many days from today. */
export function demoValues(pin: DemoPin, dayOf: (offset: number) => string): Record<string, FieldValue> {
  const { title, category } = pin;
  const severity = Math.min(5, (pin.priority ?? 1) + 1 + Math.floor(share(title, 'severity') * 2));
  const done = pin.end === 'closed' ? 20 : Math.floor(share(title, 'progress') * 18);
  const values: Record<string, FieldValue | undefined> = {
    severity,
    cost: Math.round(share(title, 'cost') ** 2 * 48 * severity + 4) * 25,
    progress: done * 5,
    inspection: dayOf(Math.round(share(title, 'inspection') * 24) - 6),
    rooms: typeof pin.at === 'string' ? [pin.at] : undefined,
    area: Math.round(share(title, 'area') * 180 + 8) / 10,
    effort: share(title, 'effort') < 0.6 ? Math.round(share(title, 'effort') * 20 + 1) * 30 : undefined,
    norm: NORMS[category],
  };
  return Object.fromEntries(
    DEMO_FIELDS.flatMap(({ key, categories }) => {
      const value = values[key];
      const fits = value !== undefined && (categories === undefined || categories.includes(category));
      return fits ? [[demoId(`field ${key}`), value]] : [];
    }),
  );
}
