// Sketch tools: names, keys and icons, and the size of their marks for a background. Pure apart from icons.
import type { TextKey } from '@plumbline/locales/keys';
import {
  ArrowMarkIcon,
  BlurIcon,
  DrawIcon,
  EllipseIcon,
  type Icon,
  LineMarkIcon,
  NumberMarkIcon,
  PointerIcon,
  RectangleIcon,
  TextMarkIcon,
} from '../../../ui/icons.tsx';

export const TOOLS = ['select', 'arrow', 'line', 'rectangle', 'ellipse', 'freehand', 'text', 'number', 'blur'] as const;
export type Tool = (typeof TOOLS)[number];

export const TOOL_APPEARANCE: Record<Tool, { icon: Icon; key: string; label: TextKey }> = {
  select: { icon: PointerIcon, key: 'v', label: 'media.sketch.select' },
  arrow: { icon: ArrowMarkIcon, key: 'a', label: 'media.sketch.arrow' },
  line: { icon: LineMarkIcon, key: 'l', label: 'media.sketch.line' },
  rectangle: { icon: RectangleIcon, key: 'r', label: 'media.sketch.rectangle' },
  ellipse: { icon: EllipseIcon, key: 'o', label: 'media.sketch.ellipse' },
  freehand: { icon: DrawIcon, key: 'p', label: 'media.sketch.freehand' },
  text: { icon: TextMarkIcon, key: 't', label: 'media.sketch.text' },
  number: { icon: NumberMarkIcon, key: 'n', label: 'media.sketch.number' },
  blur: { icon: BlurIcon, key: 'b', label: 'media.sketch.blur' },
};

export const WEIGHTS = ['thin', 'medium', 'thick'] as const;
export type Weight = (typeof WEIGHTS)[number];

const SHARES: Record<Weight, number> = { thin: 1 / 420, medium: 1 / 230, thick: 1 / 120 };

/** Stroke width and text size in pixels, scaled so that marks look alike on small and large pictures. */
export function sizesOf(weight: Weight, ground: { width: number; height: number }): { width: number; size: number } {
  const longer = Math.max(ground.width, ground.height);
  const width = Math.max(2, Math.round(longer * SHARES[weight]));
  return { width, size: Math.max(12, Math.round(longer * SHARES[weight] * 6)) };
}
