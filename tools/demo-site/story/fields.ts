// The custom pin fields of the demo project, and plausible values for every pin.
import type { FieldFormat } from '@plumbline/core/site/rows/fields';
import type { CategoryKey, StoryPin } from './types.ts';

const plain = { precision: 8, negative: false, thousands: true, step: null };

type StoryField = { key: string; title: string; format: FieldFormat; categories?: readonly CategoryKey[] };

export const FIELDS: readonly StoryField[] = [
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
    title: 'Standard',
    format: { type: 'TEXT', limit: 120 },
    categories: ['fire', 'electrical', 'safety'],
  },
];

const STANDARDS: Partial<Record<CategoryKey, string>> = {
  fire: 'EN 1366-3, penetration seals',
  electrical: 'IEC 60364-7, special locations',
  safety: 'EN 13374, edge protection',
};

/** A number from 0 to 1 that depends only on the pin and the purpose. */
function share(number: number, purpose: string): number {
  let sum = 7;
  for (const char of `${number} ${purpose}`) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9_973;
  return sum / 9_973;
}

/** Values by field key of the pin with this number. A date is given as days from today. */
export function fieldValues(pin: StoryPin, number: number): Record<string, string | number | string[]> {
  const severity = Math.min(5, (pin.priority ?? 1) + 1 + Math.floor(share(number, 'severity') * 2));
  const steps = pin.end === 'closed' ? 20 : Math.floor(share(number, 'progress') * 18);
  const effort = share(number, 'effort');
  const values: Record<string, string | number | string[] | undefined> = {
    severity,
    cost: Math.round(share(number, 'cost') ** 2 * 48 * severity + 4) * 25,
    progress: steps * 5,
    inspection: Math.round(share(number, 'inspection') * 24) - 6,
    rooms: typeof pin.at === 'string' ? [pin.at] : undefined,
    area: Math.round(share(number, 'area') * 180 + 8) / 10,
    effort: effort < 0.6 ? Math.round(effort * 20 + 1) * 30 : undefined,
    norm: STANDARDS[pin.category],
  };
  return Object.fromEntries(
    FIELDS.flatMap(({ key, categories }) => {
      const value = values[key];
      const applies = value !== undefined && (categories === undefined || categories.includes(pin.category));
      return applies ? [[key, value]] : [];
    }),
  );
}
