// Into which box a picture goes: that of its settings, that of what it replaces, or the usual one of its kind. Millimetres.
import type { TagOptions } from '../tags/tag-syntax.ts';
import type { Box } from './picture-book.ts';
import type { PictureWish } from './wishes.ts';

const USUAL_BOX = {
  photo: { width: 80, height: 60 },
  plan: { width: 80, height: 60 },
  logo: { width: 45, height: 18 },
  'pin-mark': { width: 5, height: 6 },
  'task-mark': { width: 3.5, height: 3.5 },
} as const satisfies Record<PictureWish['kind'], Box>;

/** `kept`: the box of what it replaces. `room`: what a picture without settings must fit into. */
export function usualBox(
  wish: PictureWish,
  { width, height }: TagOptions,
  kept: Box | undefined,
  room: Box = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY },
): Box {
  const wide = typeof width === 'number' ? width : undefined;
  const high = typeof height === 'number' ? height : undefined;
  // One side alone leaves the other to the picture, within reason.
  if (wide !== undefined) return { width: wide, height: high ?? wide * 1.5 };
  if (high !== undefined) return { width: high * 2, height: high };
  const usual = kept ?? USUAL_BOX[wish.kind];
  const scale = Math.max(0.02, Math.min(1, room.width / usual.width, room.height / usual.height));
  return { width: usual.width * scale, height: usual.height * scale };
}
