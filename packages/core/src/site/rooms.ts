// Which room a position is in. A room is named only if the sheet leaves no doubt.
import type { SiteTx } from './entities.ts';
import { type PlanPoint, toSheet } from './geometry/alignment.ts';
import type { RevisionRow, RoomLabel } from './rows/plans.ts';

/** Whether a polygon contains a point; corners are x and y in turn. */
export function isInside(outline: readonly number[], { x, y }: PlanPoint): boolean {
  let inside = false;
  const last = outline.length - 2;
  for (let i = 0, j = last; i <= last; j = i, i += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [outline[i], outline[i + 1], outline[j], outline[j + 1]];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** Whether a point is on the name of a room, or half the name's height beside it. `aspect`: width / height. */
function isOnName({ box: [left, top, width, height] }: RoomLabel, { x, y }: PlanPoint, aspect: number): boolean {
  const [dx, dy] = [height / aspect / 2, height / 2];
  return x >= left - dx && x <= left + width + dx && y >= top - dy && y <= top + height + dy;
}

type Sheet = Pick<RevisionRow, 'rooms' | 'widthPt' | 'heightPt'>;

/**
 * The name of the room at a position on a sheet; empty where it is not known or more than one is possible. Rows that a
 * device has kept from an earlier version have no rooms.
 */
export function roomOnSheet({ rooms = [], widthPt, heightPt }: Partial<Sheet>, point: PlanPoint): string {
  const aspect = (widthPt ?? 1) / (heightPt ?? 1);
  const names = new Set(
    rooms.filter((room) => isInside(room.outline, point) || isOnName(room, point, aspect)).map(({ name }) => name),
  );
  const [name = ''] = names;
  return names.size === 1 ? name : '';
}

/** The names of the rooms nearest to a position on a sheet, each once. */
export function nearestRooms(
  { rooms = [], widthPt, heightPt }: Partial<Sheet>,
  at: PlanPoint,
  count: number,
): string[] {
  const aspect = (widthPt ?? 1) / (heightPt ?? 1);
  const distance = ({ box: [x, y, w, h] }: RoomLabel) => Math.hypot(x + w / 2 - at.x, (y + h / 2 - at.y) / aspect);
  const names = rooms.toSorted((a, b) => distance(a) - distance(b)).map(({ name }) => name);
  return [...new Set(names)].slice(0, count);
}

type Place = { planId: string | null; x: number | null; y: number | null };

/** The name of the room at a position in plan space; empty if it is not known. */
export async function roomAt(tx: Pick<SiteTx, 'get'>, { planId, x, y }: Place): Promise<string> {
  if (planId === null || x === null || y === null) return '';
  const revisionId = (await tx.get('plan', planId))?.currentRevisionId;
  const revision = revisionId ? await tx.get('revision', revisionId) : undefined;
  if (!revision?.alignment) return '';
  return roomOnSheet(revision, toSheet(revision.alignment, { x, y }));
}
