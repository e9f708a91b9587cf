// Virtualised grid of files by month. Arrow keys move, Enter opens, Space selects.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { GalleryTile } from './gallery-tile.tsx';
import { type GalleryItem, galleryRows } from './items.ts';

const GAP = 6;
const HEAD = 48;

export type GalleryGridProps = {
  projectId: string;
  items: readonly GalleryItem[];
  /** The month to show; each new value scrolls there once. */
  at: string | undefined;
  chosen: ReadonlySet<string> | undefined;
  onOpen: (item: GalleryItem) => void;
  onChoose: (item: GalleryItem) => void;
};

/** Number of columns: tiles are wide enough to tell faces and cracks apart. */
const columnsFor = (width: number): number => Math.max(3, Math.floor(width / (width < 600 ? 128 : 184)));

export function GalleryGrid({ projectId, items, at, chosen, onOpen, onChoose }: GalleryGridProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [current, setCurrent] = useState(0);
  const columns = columnsFor(width);
  const rows = useMemo(() => galleryRows(items, columns), [items, columns]);
  const side = Math.max(40, (width - GAP * (columns - 1)) / columns);
  const rowOf = useCallback(
    (index: number) => rows.findLastIndex((row) => row.kind === 'tiles' && row.start <= index),
    [rows],
  );

  // Before it is drawn for the first time: tiles must not be laid out for no width.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setWidth(element.clientWidth - 2 * Number.parseFloat(getComputedStyle(element).paddingInlineStart));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  const currentRow = useMemo(() => rowOf(Math.min(current, items.length - 1)), [rowOf, current, items.length]);
  // A new function makes the virtualiser measure all rows again, so keep it stable while scrolling.
  const keyOf = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : row.kind === 'month' ? row.month : `${row.month} ${row.start}`;
    },
    [rows],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'month' ? HEAD : side * 0.75 + GAP),
    overscan: 3,
    getItemKey: keyOf,
    // Keep the row of the focused tile rendered, so that scrolling does not lose focus.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (currentRow >= 0 && !shown.includes(currentRow)) shown.push(currentRow);
      return shown.sort((a, b) => a - b);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must be measured again when the tile width changes
  useLayoutEffect(() => virtual.measure(), [side, columns]);
  const stood = useRef<string>(undefined);
  useEffect(() => {
    if (at === undefined || width === 0 || stood.current === at) return;
    const index = rows.findIndex((row) => row.kind === 'month' && row.month <= at);
    if (index < 0) return;
    stood.current = at;
    virtual.scrollToIndex(index, { align: 'start' });
  }, [at, rows, width, virtual]);

  const press = useCallback(
    (index: number) => {
      const item = items[index];
      setCurrent(index);
      if (item) (chosen ? onChoose : onOpen)(item);
    },
    [items, chosen, onChoose, onOpen],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
    const ends: Record<string, number> = { Home: 0, End: items.length - 1 };
    const step = steps[event.key];
    const next =
      ends[event.key] ?? (step === undefined ? undefined : Math.min(Math.max(0, current + step), items.length - 1));
    if (event.key === ' ') {
      const item = items[current];
      if (item) onChoose(item);
      event.preventDefault();
      return;
    }
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    virtual.scrollToIndex(rowOf(next));
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  };

  return (
    <Box grow shrink pad="0 edge" className="gallery-scroll" ref={scroller}>
      {/* Arrow keys move over the buttons within. */}
      <Box anchor style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const style = { height: size, translate: `0 ${start}px` };
          if (row.kind === 'month')
            return (
              <Row key={key} as="h2" align="end" pad="0 0 2" size="l" className="gallery-month" style={style}>
                {t.date(`${row.month}-01`, 'month')}
                <Text size="s" weight="regular" ink={3} className="ui-figures">
                  {t.number(row.count)}
                </Text>
              </Row>
            );
          return (
            <Stack
              key={key}
              gap={1.5}
              className="gallery-row"
              style={{ ...style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {row.items.map((item, place) => (
                <GalleryTile
                  key={item.file.blobId}
                  projectId={projectId}
                  item={item}
                  index={row.start + place}
                  isChosen={chosen?.has(item.file.blobId)}
                  isCurrent={row.start + place === Math.min(current, items.length - 1)}
                  onPress={press}
                />
              ))}
            </Stack>
          );
        })}
      </Box>
    </Box>
  );
}
