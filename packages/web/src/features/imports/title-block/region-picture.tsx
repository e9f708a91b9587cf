// A page with the regions of its title block, in a size at which it can be read. A drag draws the region of the active
// field; without one it scrolls.
import { TITLE_FIELDS, type TitleField } from '@plumbline/core/features/imports/title-block/fields';
import type { TitleRegions } from '@plumbline/core/features/imports/title-block/regions';
import { type Box, type Rotation, swapsSides } from '@plumbline/core/site/geometry/rotation';
import { type CSSProperties, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

type Point = { readonly x: number; readonly y: number };

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

/** The region between two points, limited to the sheet. */
function between(a: Point, b: Point): Box {
  const [x, y] = [clamped(Math.min(a.x, b.x)), clamped(Math.min(a.y, b.y))];
  return { x, y, w: clamped(Math.max(a.x, b.x)) - x, h: clamped(Math.max(a.y, b.y)) - y };
}

/** A click is not a region: each side has this length in pixels or more. */
const MIN_SIDE_PX = 4;

const isRegion = (box: Box, size: { readonly width: number; readonly height: number }): boolean =>
  box.w * size.width >= MIN_SIDE_PX && box.h * size.height >= MIN_SIDE_PX;

export type RegionPictureProps = {
  src: string;
  turn: Rotation;
  /** Width divided by height of the turned page. */
  aspect: number;
  regions: TitleRegions;
  labelOf: (field: TitleField) => string;
  active: TitleField | null;
  onDrawn: (field: TitleField, region: Box) => void;
};

const ZOOMS = [1, 2, 4] as const;

const inPercent = ({ x, y, w, h }: Box): CSSProperties => ({
  left: `${100 * x}%`,
  top: `${100 * y}%`,
  width: `${100 * w}%`,
  height: `${100 * h}%`,
});

export function RegionPicture({ src, turn, aspect, regions, labelOf, active, onDrawn }: RegionPictureProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 800, height: 600 });
  const [zoom, setZoom] = useState(0);
  /** Share of the way that is scrolled; first to the lower right, where most title blocks are. */
  const scrolled = useRef<Point>({ x: 1, y: 1 });
  const [drag, setDrag] = useState<{ from: Point; to: Point }>();
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const width = Math.min(room.width, room.height * aspect) * (ZOOMS[zoom] ?? 1);
  const height = width / aspect;
  // Once the sheet has its new size.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || zoom === 0) return;
    const { x, y } = scrolled.current;
    element.scrollTo(
      x * (element.scrollWidth - element.clientWidth),
      y * (element.scrollHeight - element.clientHeight),
    );
  }, [zoom]);
  const zoomTo = (next: number) => {
    const element = frame.current;
    if (!element) return;
    const share = (part: number, whole: number) => (whole > 0 ? part / whole : 1);
    scrolled.current = {
      x: share(element.scrollLeft, element.scrollWidth - element.clientWidth),
      y: share(element.scrollTop, element.scrollHeight - element.clientHeight),
    };
    setZoom(next);
  };
  const at = (event: PointerEvent<HTMLDivElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const draft = drag && between(drag.from, drag.to);
  return (
    <div className="region-frame">
      <Stack scroll fill gap={0} className="region-scroll" ref={frame}>
        <div
          className="region-sheet"
          data-drawing={active === null ? undefined : ''}
          style={{ width, height }}
          onPointerDown={(event) => {
            if (active === null || !event.isPrimary || event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setDrag({ from: at(event), to: at(event) });
          }}
          onPointerMove={(event) => {
            const to = at(event);
            setDrag((now) => now && { ...now, to });
          }}
          onPointerUp={() => {
            if (active !== null && draft && isRegion(draft, { width, height })) onDrawn(active, draft);
            setDrag(undefined);
          }}
          onPointerCancel={() => setDrag(undefined)}
        >
          <img
            src={src}
            alt=""
            draggable={false}
            style={{
              width: swapsSides(turn) ? height : width,
              height: swapsSides(turn) ? width : height,
              rotate: `${turn}deg`,
            }}
          />
          {TITLE_FIELDS.map((field) => {
            const region = regions[field];
            return (
              region && (
                <div
                  key={field}
                  className="title-region"
                  data-active={field === active ? '' : undefined}
                  style={inPercent(region)}
                >
                  <span>{labelOf(field)}</span>
                </div>
              )
            );
          })}
          {draft && <div className="title-region" data-active="" style={inPercent(draft)} />}
        </div>
      </Stack>
      <Row gap={1} at="2 2 auto auto" className="region-zoom">
        <IconButton
          icon={ZoomOutIcon}
          kind="default"
          label={t('viewer.zoomOut')}
          isDisabled={zoom === 0}
          onPress={() => zoomTo(zoom - 1)}
        />
        <IconButton
          icon={ZoomInIcon}
          kind="default"
          label={t('viewer.zoomIn')}
          isDisabled={zoom === ZOOMS.length - 1}
          onPress={() => zoomTo(zoom + 1)}
        />
      </Row>
    </div>
  );
}
