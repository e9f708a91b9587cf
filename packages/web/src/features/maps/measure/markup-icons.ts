// The icon of each kind of markup.
import type { MarkupKind } from '@plumbline/core/site/rows/maps';
import {
  AngleIcon,
  AreaIcon,
  ArrowMarkIcon,
  CalloutIcon,
  CloudMarkIcon,
  CountIcon,
  DrawIcon,
  type Icon,
  LineMarkIcon,
  MeasureIcon,
  RectangleIcon,
  TextMarkIcon,
} from '../../../ui/icons.tsx';

export const MARKUP_ICONS: Record<MarkupKind, Icon> = {
  distance: MeasureIcon,
  area: AreaIcon,
  angle: AngleIcon,
  count: CountIcon,
  arrow: ArrowMarkIcon,
  line: LineMarkIcon,
  rectangle: RectangleIcon,
  cloud: CloudMarkIcon,
  callout: CalloutIcon,
  freehand: DrawIcon,
  text: TextMarkIcon,
};
