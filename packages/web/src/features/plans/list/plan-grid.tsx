// Plans and folders as cards with previews; only the visible cards are rendered.
import type { PlanEntry } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { TilePick } from '../../../ui/choices/tile-pick.tsx';
import type { Selection } from '../../../ui/data/rows.ts';
import { useStableKeys } from '../../../ui/data/stable-keys.ts';
import { type Icon, IconMark, PinIcon, TaskIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PlanPicture } from '../plan-picture.tsx';
import { type EntryActions, PlanMenu } from './plan-menu.tsx';
import './plan-cards.css';

export type PlanGridProps = {
  rows: readonly PlanRow[];
  entryOf: (id: string) => PlanEntry | undefined;
  /** The number of entries in a folder. */
  itemsOf: (folderId: string) => number;
  hrefOf: (row: PlanRow) => string;
  selection: Selection | undefined;
  actions: EntryActions;
  now: Date;
  empty: ReactNode;
};

const GAP = { wide: 16, narrow: 10 } as const;
const MIN_CARD_PX = { wide: 216, narrow: 150 } as const;
const NARROW = 600;
const CARD_TEXT_PX = { wide: 108, narrow: 116 } as const;
const RATIO = 0.68;

type Shape = { columns: number; gap: number; row: number; folderRow: number };

function shapeFor(width: number): Shape {
  const size = width < NARROW ? 'narrow' : 'wide';
  const gap = GAP[size];
  const columns = Math.max(2, Math.floor((width + gap) / (MIN_CARD_PX[size] + gap)));
  const card = (width - gap * (columns - 1)) / columns;
  return { columns, gap, row: Math.round(card * RATIO) + CARD_TEXT_PX[size] + gap, folderRow: 68 + gap };
}

export function PlanGrid({ rows, entryOf, itemsOf, hrefOf, selection, actions, now, empty }: PlanGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<Shape>(() => shapeFor(900));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setShape(shapeFor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, []);

  const folders = rows.filter((row) => row.type === 'Folder');
  const plans = rows.filter((row) => row.type === 'Plan');
  const lines = [...chunks(folders, shape.columns), ...chunks(plans, shape.columns)];
  const folderLines = Math.ceil(folders.length / shape.columns);
  const before = (line: number) =>
    line < folderLines ? line * shape.columns : folders.length + (line - folderLines) * shape.columns;
  const keyOf = useStableKeys(lines.map((line, at) => `${line[0]?.id ?? at}/${shape.columns}/${shape.row}`));
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.[0]?.type === 'Folder' ? shape.folderRow : shape.row),
    getItemKey: keyOf,
    overscan: 2,
  });
  const anchor = useRef<string>(undefined);
  const toggle = (id: string, extend: boolean) => {
    if (!selection) return;
    const next = new Set(selection.ids);
    const ids = [...folders, ...plans].map((row) => row.id);
    const from = extend && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1;
    const to = ids.indexOf(id);
    if (from >= 0) for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    else if (!next.delete(id)) next.add(id);
    anchor.current = id;
    selection.onChange(next);
  };

  return (
    <div className="plan-grid" ref={scroller} data-selecting={selection && selection.ids.size > 0 ? '' : undefined}>
      {rows.length === 0 && empty}
      <Box as="ul" anchor style={{ height: virtual.getTotalSize() }}>
        {virtual
          .getVirtualItems()
          .flatMap(
            ({ index, start, size }) =>
              lines[index]?.map((row, column) => (
                <PlanCard
                  key={row.id}
                  row={row}
                  entry={entryOf(row.id)}
                  items={row.type === 'Folder' ? itemsOf(row.id) : 0}
                  href={hrefOf(row)}
                  isSelected={selection?.ids.has(row.id)}
                  onToggle={(extend) => toggle(row.id, extend)}
                  actions={actions}
                  now={now}
                  place={placeOf(shape, column, start, size)}
                  position={before(index) + column + 1}
                  count={rows.length}
                />
              )) ?? [],
          )}
      </Box>
    </div>
  );
}

/** Absolute position of a card. All rows share one list element, so that screen readers announce the total count. */
function placeOf({ columns, gap }: Shape, column: number, start: number, size: number): CSSProperties {
  return {
    insetBlockStart: start,
    insetInlineStart: `calc((100% + ${gap}px) / ${columns} * ${column})`,
    width: `calc((100% + ${gap}px) / ${columns} - ${gap}px)`,
    height: size - gap,
  };
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

type CardProps = {
  row: PlanRow;
  entry: PlanEntry | undefined;
  items: number;
  href: string;
  isSelected: boolean | undefined;
  onToggle: (extend: boolean) => void;
  actions: EntryActions;
  now: Date;
  place: CSSProperties;
  /** 1-based, among all entries. */
  position: number;
  count: number;
};

function PlanCard(props: CardProps) {
  const { row, entry, items, href, isSelected, onToggle, actions, now, place, position, count } = props;
  const t = useT();
  return (
    <li
      className="plan-card"
      style={place}
      data-kind={row.type}
      data-selected={isSelected ? '' : undefined}
      aria-setsize={count}
      aria-posinset={position}
    >
      <Stack as={Link} column shrink grow ink="inherit" className="plan-card-link" href={href}>
        <PlanPicture row={row} entry={entry} size="preview" />
        <Stack as="span" justify="start" fixed column className="plan-card-words">
          {row.sheetNumber && (
            <Text size="xs" ink={3} cut>
              {row.sheetNumber}
            </Text>
          )}
          <Text clamp weight="medium" className="plan-card-name">
            {row.name}
          </Text>
          <Row as="span" gap="0 3" wrap size="s" ink={2} nowrap clip className="plan-card-facts">
            {row.type === 'Folder' ? (
              <span>{t('plan.items', { count: items })}</span>
            ) : (
              <PlanFacts row={row} entry={entry} now={now} />
            )}
          </Row>
        </Stack>
      </Stack>
      {isSelected !== undefined && <TilePick name={row.name} isSelected={isSelected} onToggle={onToggle} />}
      <span className="plan-card-menu">
        <PlanMenu row={row} actions={actions} />
      </span>
    </li>
  );
}

function Count({ icon, count, text }: { icon: Icon; count: number; text: string }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Row as="span" inline gap={1} figures icons="small" className="plan-fact" title={text}>
      <IconMark icon={icon} />
      <span className="ui-hidden">{text}</span>
      <span aria-hidden="true">{t.number(count)}</span>
    </Row>
  );
}

function PlanFacts({ row, entry, now }: { row: PlanRow; entry: PlanEntry | undefined; now: Date }) {
  const t = useT();
  if (row.updating) return <span>{t('plan.preparing')}</span>;
  if (row.currentRevisionId === null)
    return <span>{row.planType === 'Plan' ? t('plan.noDrawing') : t('plan.preparing')}</span>;
  return (
    <>
      {entry && (
        <Count icon={PinIcon} count={entry.openPins} text={t('plan.openPinCount', { count: entry.openPins })} />
      )}
      {entry && (
        <Count icon={TaskIcon} count={entry.openTasks} text={t('plan.openTaskCount', { count: entry.openTasks })} />
      )}
      <span className="plan-when">{t.relative(new Date(row.lastActivity), now)}</span>
    </>
  );
}
