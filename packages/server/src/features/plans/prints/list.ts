// The texts of the pin list at the end of a print.

import type { PinRow } from '@plumbline/core/site/rows/pins';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import type { PrintedList } from '../../../rendering/engines/print/sheet.ts';
import type { Asked, ListRows } from './gather.ts';

export function listOf({ t, at }: Asked, { project, revision, pins, categories, name }: ListRows): PrintedList {
  const timeZone = project?.timezone ?? 'UTC';
  const categoryOf = ({ categoryId }: PinRow) => (categoryId === null ? undefined : categories.get(categoryId));
  return {
    title: name,
    facts: [
      [project?.title, t('plan.revisionNamed', { version: revision.version })].filter(Boolean).join(' · '),
      [
        t('planPrint.count', { count: pins.length }),
        t('planPrint.asOf', { date: t.date(at, 'medium', timeZone) }),
      ].join(' · '),
    ],
    columns: [
      { heading: t('planPrint.number'), share: 0.12 },
      { heading: t('pin.title'), share: 0.48 },
      { heading: t('pin.category'), share: 0.24 },
      { heading: t('pin.status'), share: 0.16 },
    ],
    rows: pins.map((pin) => {
      const category = categoryOf(pin);
      return {
        colour: category ? PIN_COLOURS[category.colour] : null,
        status: pin.status,
        cells: [
          pin.number === null ? '' : `#${pin.number}`,
          pin.title || t('pin.untitled'),
          category?.title ?? '',
          t(`pin.status.${pin.status}`),
        ],
      };
    }),
    lacking: t('planPrint.lacking'),
    footer: t('planPrint.page', { page: '{page}', pages: '{pages}' }),
  };
}
