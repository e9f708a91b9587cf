// The pages of all files that wait for a choice, in one scrolling grid; only what is seen stands in the page.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Choices, choiceOf, chooseBetween, type PageChoice, withChoice } from './choice.ts';
import { PageCard } from './page-card.tsx';
import { PageRange } from './page-range.tsx';

export type PageGridProps = {
  projectId: string;
  imports: readonly PlanImport[];
  choicesOf: (importId: string) => Choices;
  onChange: (importId: string, next: (choices: Choices) => Choices) => void;
  strict: boolean;
};

type Line = { key: string; one: PlanImport; pages: readonly ImportPage[] | undefined };

const LEAST_CARD = 200;
const GAP = 12;
const NARROW = 560;
/** The head of a file, with its tools beside or below its name. */
const HEAD = { wide: 64, narrow: 124 } as const;
/** Height of the words and fields of a card by density. */
const WORDS: Record<string, number> = { desk: 124, tablet: 150, hand: 178 };
const PICTURE = 0.64;

type Shape = { columns: number; head: number; card: number };

function shapeFor(width: number): Shape {
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST_CARD + GAP)));
  const card = (width - GAP * (columns - 1)) / columns;
  const words = WORDS[document.documentElement.dataset.density ?? 'desk'] ?? 124;
  return {
    columns,
    head: width < NARROW ? HEAD.narrow : HEAD.wide,
    card: Math.round(card * PICTURE) + words + GAP,
  };
}

function linesOf(imports: readonly PlanImport[], columns: number): Line[] {
  return imports.flatMap((one) => {
    const lines: Line[] = [{ key: one.id, one, pages: undefined }];
    for (let from = 0; from < one.pages.length; from += columns) {
      lines.push({ key: `${one.id}/${from}`, one, pages: one.pages.slice(from, from + columns) });
    }
    return lines;
  });
}

export function PageGrid({ projectId, imports, choicesOf, onChange, strict }: PageGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<Shape>(() => shapeFor(900));
  const { columns, head, card } = shape;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const next = shapeFor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
      setShape((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, []);
  const lines = useMemo(() => linesOf(imports, columns), [imports, columns]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.pages ? card : head),
    getItemKey: (index) => `${lines[index]?.key ?? index}/${card}/${head}`,
    overscan: 2,
  });

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
    <div className="page-scroll" ref={scroller}>
      <div className="page-lines" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const line = lines[index];
          if (!line) return null;
          const { one, pages } = line;
          const choices = choicesOf(one.id);
          return (
            <div key={key} className="page-line" style={{ translate: `0 ${start}px`, height: size }}>
              {pages ? (
                <div className="page-cards" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                  {pages.map((page) => (
                    <PageCard
                      key={page.page}
                      projectId={projectId}
                      importId={one.id}
                      page={page}
                      choice={choiceOf(choices, page)}
                      strict={strict}
                      onChange={(changed, part) => change(one, changed, part)}
                      onToggle={(toggled, extend) => toggle(one, toggled, extend)}
                    />
                  ))}
                </div>
              ) : (
                <PageRange one={one} choices={choices} onChange={(next) => onChange(one.id, next)} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
