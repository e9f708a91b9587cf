// The pages of all files waiting for a selection, in one virtualised grid.
import type { DateOrder } from '@plumbline/core/features/exchange/dates';
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStableKeys } from '../../../ui/data/stable-keys.ts';
import { Box } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { PageDecision } from '../sets/page-becomes.tsx';
import { sheetOrder } from '../sets/sheet-order.ts';
import { isModelFile } from '../upload/file-check.ts';
import { PageCard } from './page-card.tsx';
import { PageRange } from './page-range.tsx';
import { type Choices, choiceOf, chooseBetween, dateOf, type PageChoice, withChoice } from './page-selection.ts';
import './pages.css';

export type PageGridProps = {
  projectId: string;
  imports: readonly PlanImport[];
  choicesOf: (importId: string) => Choices;
  onChange: (importId: string, next: (choices: Choices) => Choices) => void;
  /** How often the import could not start: pages without a title or a decision are marked, and the first one is shown. */
  refusals: number;
  /** What a page becomes; undefined if the project has no drawings. */
  becomes: ((importId: string, page: ImportPage) => PageDecision) | undefined;
  /** Of day and month in the dates of the sheets. */
  order: DateOrder;
  /** The date of the sheets that state none. */
  dateOfSet: string | null;
};

type Cell = { one: PlanImport; page: ImportPage };
/** The header of a multi-page file, or a row of cards. */
type Line = { key: string; head: PlanImport } | { key: string; cells: readonly Cell[] };

const MIN_CARD_PX = 200;
const GAP = 12;
const NARROW = 560;
/** Height in pixels of a file header, with its tools beside or below the name. */
const HEAD = { wide: 64, narrow: 124 } as const;
/** Height in pixels of a card's text and inputs, by density. */
const CARD_TEXT_PX: Record<string, number> = { desktop: 168, tablet: 198, handheld: 226 };
/** Height in pixels of what a page becomes, and of its date. */
const BECOMES_PX: Record<string, number> = { desktop: 92, tablet: 120, handheld: 132 };
const PICTURE = 0.64;

type Shape = { columns: number; head: number; card: number };

function shapeFor(width: number, matching: boolean): Shape {
  const columns = Math.max(1, Math.floor((width + GAP) / (MIN_CARD_PX + GAP)));
  const card = (width - GAP * (columns - 1)) / columns;
  const density = document.documentElement.dataset.density ?? 'desktop';
  const words = (CARD_TEXT_PX[density] ?? 124) + (matching ? (BECOMES_PX[density] ?? 64) : 0);
  return {
    columns,
    head: width < NARROW ? HEAD.narrow : HEAD.wide,
    card: Math.round(card * PICTURE) + words + GAP,
  };
}

const cellsOf = (planImport: PlanImport): Cell[] => planImport.pages.map((page) => ({ one: planImport, page }));

function rowsOf(key: string, cells: readonly Cell[], columns: number): Line[] {
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => ({
    key: `${key}/${row}`,
    cells: cells.slice(row * columns, (row + 1) * columns),
  }));
}

/**
 * Single-page files first, together and by sheet number, each labelled with its file name; then each multi-page file,
 * whose pages are chosen by their page numbers.
 */
function linesOf(imports: readonly PlanImport[], columns: number, locale: string): Line[] {
  const [single, several] = [imports.filter(isSingle), imports.filter((one) => !isSingle(one))];
  const order = sheetOrder(locale);
  const sheetOf = ({ one, page }: Cell) => ({ sheetNumber: page.sheetNumber, name: one.name });
  const cells = single.flatMap(cellsOf).sort((a, b) => order(sheetOf(a), sheetOf(b)));
  return [
    ...rowsOf('single', cells, columns),
    ...several.flatMap((one) => [{ key: one.id, head: one }, ...rowsOf(one.id, cellsOf(one), columns)]),
  ];
}

const isSingle = (planImport: PlanImport): boolean => planImport.pages.length === 1;

const isHead = (line: Line | undefined): boolean => line !== undefined && 'head' in line;

export function PageGrid(props: PageGridProps) {
  const { projectId, imports, choicesOf, onChange, refusals, becomes, order, dateOfSet } = props;
  const matching = becomes !== undefined;
  const list = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<Shape>(() => shapeFor(900, matching));
  const [above, setAbove] = useState(0);
  const { columns, head, card } = shape;
  useLayoutEffect(() => {
    const element = list.current;
    const content = element?.parentElement;
    if (!element || !content) return;
    const measure = () => {
      const next = shapeFor(element.clientWidth, matching);
      setShape((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
      setAbove(Math.round(element.getBoundingClientRect().top - content.getBoundingClientRect().top));
    };
    // What is above the pages makes the content higher or lower.
    const watch = new ResizeObserver(measure);
    watch.observe(content);
    measure();
    return () => watch.disconnect();
  }, [matching]);
  const { locale } = useT();
  const lines = useMemo(() => linesOf(imports, columns, locale), [imports, columns, locale]);
  const keyOf = useStableKeys(lines.map(({ key }) => `${key}/${card}/${head}`));
  const virtual = useVirtualizer({
    count: lines.length,
    // The pages scroll with the fields above them, which leave little room on a phone.
    getScrollElement: () => list.current?.closest('.ui-dialog-body') ?? null,
    scrollMargin: above,
    estimateSize: (index) => (isHead(lines[index]) ? head : card),
    getItemKey: keyOf,
    overscan: 2,
  });

  const isOpen = ({ one, page }: Cell): boolean => {
    const { chosen, title } = choiceOf(choicesOf(one.id), page);
    const decision = isModelFile(one) ? undefined : becomes?.(one.id, page).decision;
    return chosen && (title.trim() === '' || (decision !== undefined && decision.planId === undefined));
  };
  const showFirstOpen = useEffectEvent(() => {
    const index = lines.findIndex((line) => 'cells' in line && line.cells.some(isOpen));
    if (index === -1) return;
    virtual.scrollToIndex(index);
    // Rendered in the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>('[data-missing] button, [aria-invalid="true"]')?.focus(),
      ),
    );
  });
  useEffect(() => {
    if (refusals > 0) showFirstOpen();
  }, [refusals]);

  const anchor = useRef<{ importId: string; page: number }>(undefined);
  const toggle = useCallback(
    (one: PlanImport, page: ImportPage, extend: boolean) => {
      const from = extend && anchor.current?.importId === one.id ? anchor.current.page : page.page;
      onChange(one.id, (now) => chooseBetween(now, one.pages, from, page.page, !choiceOf(now, page).chosen));
      anchor.current = { importId: one.id, page: page.page };
    },
    [onChange],
  );
  const change = useCallback(
    (one: PlanImport, page: ImportPage, part: Partial<PageChoice>) =>
      onChange(one.id, (now) => withChoice(now, page, part)),
    [onChange],
  );

  return (
    <Box anchor ref={list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start, size }) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <Box key={key} at="0 0 auto" style={{ translate: `0 ${start - above}px`, height: size }}>
            {'cells' in line ? (
              <div className="page-cards" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                {line.cells.map(({ one, page }) => (
                  <PageCard
                    key={`${one.id}/${page.page}`}
                    projectId={projectId}
                    importId={one.id}
                    page={page}
                    name={isSingle(one) ? one.name : isModelFile(one) ? page.title : undefined}
                    alone={isSingle(one)}
                    canTurn={!isModelFile(one)}
                    choice={choiceOf(choicesOf(one.id), page)}
                    becomes={isModelFile(one) ? undefined : becomes?.(one.id, page)}
                    date={
                      dateOf(page, choiceOf(choicesOf(one.id), page), order) ?? (isModelFile(one) ? null : dateOfSet)
                    }
                    strict={refusals > 0}
                    onChange={(changed, part) => change(one, changed, part)}
                    onToggle={(toggled, extend) => toggle(one, toggled, extend)}
                  />
                ))}
              </div>
            ) : (
              <PageRange
                one={line.head}
                choices={choicesOf(line.head.id)}
                onChange={(next) => onChange(line.head.id, next)}
              />
            )}
          </Box>
        );
      })}
    </Box>
  );
}
