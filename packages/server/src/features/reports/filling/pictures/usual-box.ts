// The box of an image: from its settings, from the image it replaces, or the default of its kind. In millimetres.
import type { TagOptions } from '../tags/tag-syntax.ts';
import type { Box } from './picture-book.ts';
import { OVERVIEW, type RequestedPicture } from './requested-pictures.ts';

const DEFAULT_BOX = {
  photo: { width: 80, height: 60 },
  plan: { width: 80, height: 60 },
  cover: { width: 160, height: 90 },
  overview: { width: 160, height: 120 },
  logo: { width: 45, height: 18 },
  'pin-mark': { width: 5, height: 6 },
  'task-mark': { width: 3.5, height: 3.5 },
  code: { width: 18, height: 18 },
  signature: { width: 45, height: 15 },
  bar: { width: 50, height: 4 },
} as const satisfies Record<RequestedPicture['kind'], Box>;

/** `kept`: the box of the image it replaces. `room`: what an image without settings must fit into. */
export function usualBox(
  request: RequestedPicture,
  given: TagOptions,
  kept: Box | undefined,
  room: Box = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY },
): Box {
  const box = boxOf(request, given, kept, room);
  if (request.kind !== OVERVIEW) return box;
  // The shape of a plan is known before it is drawn, so that no space is left beside or below it.
  const wide = Math.min(box.width, box.height * request.aspect);
  return { width: wide, height: wide / request.aspect };
}

function boxOf(request: RequestedPicture, { width, height }: TagOptions, kept: Box | undefined, room: Box): Box {
  const wide = typeof width === 'number' ? width : undefined;
  const high = typeof height === 'number' ? height : undefined;
  // If only one side is given, the other follows from the image, within limits.
  if (wide !== undefined) return { width: wide, height: high ?? wide * (request.kind === 'cover' ? 0.5625 : 1.5) };
  if (high !== undefined) return { width: high * 2, height: high };
  const usual = kept ?? DEFAULT_BOX[request.kind];
  const scale = Math.max(0.02, Math.min(1, room.width / usual.width, room.height / usual.height));
  return { width: usual.width * scale, height: usual.height * scale };
}
