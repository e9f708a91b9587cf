// Markups and measurements of a plan for printing: on the current sheet, with their texts and dimensions.
import { cornersOf, measureOf, planPointsOf } from '@plumbline/core/features/maps/markup';
import { type Alignment, applyTo, invert } from '@plumbline/core/site/geometry/alignment';
import type { GeoreferenceRow, MarkupRow } from '@plumbline/core/site/rows/maps';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { measuredText } from '@plumbline/locales/lengths';
import type { Translator } from '@plumbline/locales/translate';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';

/** Markups that have not been deleted. `alignment`: the transform from the sheet to plan space. */
export function printedMarkups(
  rows: readonly MarkupRow[],
  alignment: Alignment,
  georeference: GeoreferenceRow | undefined,
  t: Translator,
): PrintedMarkup[] {
  const toSheet = invert(alignment);
  const size =
    georeference?.widthM && georeference.heightM
      ? { widthM: georeference.widthM, heightM: georeference.heightM }
      : undefined;
  return rows
    .filter((row) => row.active)
    .map((row) => {
      const positions = planPointsOf(row.points);
      const text = [row.text, measuredText(t, measureOf(row.kind, positions, size))].filter(Boolean).join('\n');
      const points = (row.kind === 'rectangle' ? cornersOf(positions) : positions).map((position) =>
        applyTo(toSheet, position),
      );
      return { kind: shapeOf(row.kind), points, colour: PIN_COLOURS[row.colour], filled: row.kind === 'area', text };
    });
}

function shapeOf(kind: MarkupRow['kind']): PrintedMarkup['kind'] {
  if (kind === 'rectangle' || kind === 'area') return 'polygon';
  return kind === 'arrow' || kind === 'text' ? kind : 'line';
}
