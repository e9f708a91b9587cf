// Markups and measurements of a plan for printing: on the current sheet, with their texts and dimensions.
import { activeMarkups } from '@plumbline/core/features/maps/layers';
import { markupOn, ringsOf } from '@plumbline/core/features/maps/markup';
import type { MarkupSheet } from '@plumbline/core/features/maps/scale-regions';
import type { GeoreferenceRow, MarkupRow } from '@plumbline/core/site/rows/maps';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { measuredText } from '@plumbline/locales/lengths';
import type { Translator } from '@plumbline/locales/translate';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';

/** Markups that have not been removed. */
export function printedMarkups(
  rows: readonly MarkupRow[],
  sheet: MarkupSheet,
  georeference: GeoreferenceRow | undefined,
  t: Translator,
): PrintedMarkup[] {
  const size =
    georeference?.widthM && georeference.heightM
      ? { widthM: georeference.widthM, heightM: georeference.heightM }
      : undefined;
  return activeMarkups(rows, georeference).map(({ kind, points, holes, text, colour }) => {
    const { shape, measured } = markupOn(sheet, { kind, rings: ringsOf(points, holes) }, size);
    const words = [text, measuredText(t, measured)].filter(Boolean).join('\n');
    return { ...shape, colour: PIN_COLOURS[colour], text: words };
  });
}
