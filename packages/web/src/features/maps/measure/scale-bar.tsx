// Scale bar: a round number of metres at the current zoom, where the sheet has a scale.
import { roundLength } from '@plumbline/core/features/maps/measure';
import { metresText } from '@plumbline/locales/lengths';
import { useT } from '../../../ui/translation.tsx';

const MAX_WIDTH_PX = 96;

/** Width of the whole sheet in reality at the scale of what is shown, and on the screen. */
export function ScaleBar({ metresWide, pixelsWide }: { metresWide: number; pixelsWide: number }) {
  const t = useT();
  const perPixel = metresWide / pixelsWide;
  if (!(perPixel > 0) || !Number.isFinite(perPixel)) return null;
  const metres = roundLength(perPixel * MAX_WIDTH_PX);
  return (
    <div className="scale-bar" role="img" aria-label={t('measure.scaleBar', { length: metresText(t, metres) })}>
      <span>{metresText(t, metres)}</span>
      <span className="scale-bar-line" style={{ width: metres / perPixel }} />
    </div>
  );
}
