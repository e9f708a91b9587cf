// Scale bar: a round number of metres at the current zoom, shown once the plan has a scale.

import { type GroundSize, roundLength } from '@plumbline/core/features/maps/measure';
import { metresText } from '@plumbline/locales/lengths';
import { useT } from '../../../ui/translation.tsx';

const MAX_WIDTH_PX = 96;

/** `pixelsWide`: current width of the whole plan on the screen. */
export function ScaleBar({ size, pixelsWide }: { size: GroundSize; pixelsWide: number }) {
  const t = useT();
  const perPixel = size.widthM / pixelsWide;
  if (!(perPixel > 0) || !Number.isFinite(perPixel)) return null;
  const metres = roundLength(perPixel * MAX_WIDTH_PX);
  return (
    <div className="scale-bar" role="img" aria-label={t('measure.scaleBar', { length: metresText(t, metres) })}>
      <span>{metresText(t, metres)}</span>
      <span className="scale-bar-line" style={{ width: metres / perPixel }} />
    </div>
  );
}
