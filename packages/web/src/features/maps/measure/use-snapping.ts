// Snaps the points of measurements and markups to the lines of the drawing, and marks where. Loaded with the tools.
import { fileLinks } from '@plumbline/core/features/media/contract';
import { readSheetLines } from '@plumbline/core/features/plans/lines/contract';
import { unpackLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import { SnapIndex } from '@plumbline/core/features/plans/lines/snap-index';
import { AppError } from '@plumbline/core/kernel/errors';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { localBytes } from '../../../local/use-rows.ts';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { DrawEvent, PlanViewerHandle } from '../../../viewer/options.ts';
import type { Drawing } from './drawing.ts';
import type { DrawingState } from './use-drawing.tsx';

/** Distance to the pointer in CSS pixels within which points snap; fingers are less precise. */
const RADIUS_PX = 12;
const TOUCH_RADIUS_PX = 22;
/** What is placed freely. */
const FREE: readonly Drawing[] = ['text', 'count', 'callout', 'cloud', 'freehand'];

async function bytesOf(projectId: string, blobId: string): Promise<Blob> {
  const here = await localBytes(blobId);
  if (here) return here;
  const { links } = await call(fileLinks, { body: { projectId, blobIds: [blobId], sizes: ['original'] } });
  const response = links[0]?.url ? await fetch(links[0].url) : undefined;
  if (!response?.ok) throw new AppError('not_found');
  return response.blob();
}

/** Null if the sheet has no lines, or none that have been read yet: the revision changes once they are. */
async function indexOf(projectId: string, revision: RevisionRow): Promise<SnapIndex | null> {
  const params = { projectId, revisionId: revision.id };
  const blobId = revision.linesBlobId ?? (await call(readSheetLines, { params })).linesBlobId;
  if (!blobId) return null;
  const packed = await bytesOf(projectId, blobId);
  const unpacked = new Response(packed.stream().pipeThrough(new DecompressionStream('gzip')));
  const lines = unpackLines(new Uint8Array(await unpacked.arrayBuffer()));
  return lines.length === 0 ? null : new SnapIndex(lines, revision);
}

/** The event at the position it snaps to, and that position. */
export function snapped(
  index: SnapIndex,
  event: DrawEvent,
  radiusPt: number,
): { event: DrawEvent; at: ReturnType<SnapIndex['nearest']> } {
  // Straight lines have a direction of their own.
  if (!('free' in event) || event.free || event.snap) return { event, at: undefined };
  const near = (point: Point) => index.nearest(point, radiusPt);
  const moved = (point: Point) => {
    const { x, y } = near(point) ?? point;
    return { x, y };
  };
  if (event.kind === 'drag')
    return { event: { ...event, from: moved(event.from), to: moved(event.to) }, at: near(event.to) };
  return { event: { ...event, at: moved(event.at) }, at: near(event.at) };
}

/** The radius in points of the sheet at the current zoom. */
function radiusIn(viewer: PlanViewerHandle, { widthPt, heightPt }: RevisionRow): number {
  const px = matchMedia('(pointer: coarse)').matches ? TOUCH_RADIUS_PX : RADIUS_PX;
  const [one, other] = [viewer.toPlan(0, 0), viewer.toPlan(px, 0)];
  return Math.hypot((other.x - one.x) * widthPt, (other.y - one.y) * heightPt);
}

/** Whether points snap; undefined where the sheet has no lines. */
export function useSnapping({ projectId, revision, viewer, drawing: tool, chosen, snapper, setMark }: DrawingState) {
  const drawing = tool ?? chosen?.kind;
  const [on, setOn] = useState(true);
  const { data: index } = useQuery({
    queryKey: ['sheetLines', projectId, revision.id, revision.linesBlobId],
    queryFn: () => indexOf(projectId, revision),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (!index || !viewer || !on || !drawing || FREE.includes(drawing)) return undefined;
    snapper.current = (event) => {
      const { event: moved, at } = snapped(index, event, radiusIn(viewer, revision));
      const done = event.kind === 'drag' ? event.done : event.kind !== 'hover';
      setMark(at && !done ? { kind: at.kind, points: [at], colour: '#c2255c' } : undefined);
      return moved;
    };
    return () => {
      snapper.current = undefined;
      setMark(undefined);
    };
  }, [index, viewer, on, drawing, revision, snapper, setMark]);
  return index ? { on, setOn } : undefined;
}
