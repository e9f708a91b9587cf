// Sections below each other in one scroll, with a bar of tabs above them. A tab leads to its section; scrolling selects
// the tab of the section in view.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Stack, Text } from '../layout/primitives.tsx';
import { Button } from './button.tsx';
import '../layout/tabs.css';
import '../marks/status.css';

export type Section = {
  id: string;
  label: string;
  count?: number | undefined;
  /** The tab says what the first section is. */
  hideHeading?: boolean | undefined;
  /** Rendered once its tab was selected, or its button pressed. */
  deferred?: boolean | undefined;
  content: ReactNode;
};

type SectionTabsProps = {
  label: string;
  sections: readonly Section[];
  /** The section to show; each new value scrolls to it. */
  value: string;
  onChange: (id: string) => void;
};

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** A section is the current one if it starts at most this many pixels below the upper edge. */
const READ_PX = 48;
const BY_READER = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const;

export function SectionTabs({ label, sections, value, onChange }: SectionTabsProps) {
  const name = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(value);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([value]));
  /**
   * The section that stays at the top while content loads, until the reader scrolls; where it was scrolled to, and how
   * high the content was then.
   */
  const held = useRef<{ id: string; top: number; height: number } | undefined>({ id: value, top: 0, height: 0 });

  const sectionOf = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-section="${id}"]`);
  const hold = (id: string) => {
    const [box, section] = [scroller.current, sectionOf(id)];
    if (!box || !section) return;
    box.scrollTop = id === sections[0]?.id ? 0 : section.offsetTop;
    held.current = { id, top: box.scrollTop, height: box.scrollHeight };
  };
  const latest = useRef(hold);
  latest.current = hold;

  /** The section that was opened here: its address follows later, when the reader may have gone on. */
  const chosen = useRef<string>(undefined);
  useLayoutEffect(() => {
    const isChosen = chosen.current === value;
    chosen.current = undefined;
    if (isChosen) return;
    setCurrent(value);
    setOpened((now) => (now.has(value) ? now : new Set([...now, value])));
    latest.current(value);
  }, [value]);
  useEffect(() => {
    const box = scroller.current;
    if (!box?.firstElementChild) return;
    const watch = new ResizeObserver(() => held.current && latest.current(held.current.id));
    watch.observe(box);
    watch.observe(box.firstElementChild);
    const release = () => {
      held.current = undefined;
    };
    for (const input of BY_READER) box.addEventListener(input, release, { passive: true });
    // The router must not notice: with each address it would return to where the sections were scrolled to before.
    const scrolled = (event: Event) => {
      if (event.target !== box) return;
      event.stopPropagation();
      latestScroll.current(box);
    };
    window.addEventListener('scroll', scrolled, true);
    return () => {
      watch.disconnect();
      for (const input of BY_READER) box.removeEventListener(input, release);
      window.removeEventListener('scroll', scrolled, true);
    };
  }, []);
  useLayoutEffect(() => {
    const [list, tab] = [bar.current, bar.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`)];
    if (!list || !tab) return;
    const [from, to] = [tab.offsetLeft - list.offsetLeft, tab.offsetLeft - list.offsetLeft + tab.offsetWidth];
    if (from < list.scrollLeft) list.scrollLeft = from;
    else if (to > list.scrollLeft + list.clientWidth) list.scrollLeft = to - list.clientWidth;
  }, [current]);

  const onScroll = (box: HTMLElement) => {
    const atEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    const { current: kept } = held;
    if (kept && Math.abs(kept.top - box.scrollTop) < 2) return;
    // Browsers scroll too, to keep content in place that moves while more is loaded.
    if (kept && kept.height !== box.scrollHeight) return hold(kept.id);
    // Others do it for the reader: the focus that has moved, a search on the page, a screen reader.
    held.current = undefined;
    const passed = atEnd
      ? sections.at(-1)
      : sections.findLast(({ id }) => {
          const section = sectionOf(id);
          return section ? section.offsetTop <= box.scrollTop + READ_PX : false;
        });
    setCurrent(passed?.id ?? value);
  };
  const latestScroll = useRef(onScroll);
  latestScroll.current = onScroll;
  const open = (id: string) => {
    setOpened((now) => new Set([...now, id]));
    setCurrent(id);
    hold(id);
    chosen.current = id === value ? undefined : id;
    onChange(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = sections.findIndex(({ id }) => id === current);
    const next = sections[STEPS[event.key]?.(at, sections.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    open(next.id);
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };

  return (
    <div className="ui-tabs">
      <div role="tablist" aria-label={label} className="ui-tab-list" ref={bar} onKeyDown={onKeyDown} tabIndex={-1}>
        {sections.map((section) => (
          <button
            key={section.id}
            type="button"
            role="tab"
            id={`${name}-tab-${section.id}`}
            data-tab={section.id}
            className="ui-tab"
            aria-selected={section.id === current}
            aria-controls={`${name}-${section.id}`}
            data-selected={section.id === current ? '' : undefined}
            tabIndex={section.id === current ? 0 : -1}
            onClick={() => open(section.id)}
          >
            {section.label}
            {section.count !== undefined && <span className="ui-count">{section.count}</span>}
          </button>
        ))}
      </div>
      <div className="ui-sections" ref={scroller}>
        <div>
          {sections.map(({ id, label: heading, hideHeading, deferred, content }) => (
            <Stack
              as="section"
              key={id}
              id={`${name}-${id}`}
              data-section={id}
              fluid
              gap={3}
              pad={4}
              className="ui-section"
              aria-labelledby={`${name}-tab-${id}`}
            >
              {deferred && !opened.has(id) ? (
                <Button kind="quiet" onPress={() => open(id)}>
                  {heading}
                </Button>
              ) : (
                <>
                  {!hideHeading && (
                    <Text as="h3" size="m" weight="strong">
                      {heading}
                    </Text>
                  )}
                  {content}
                </>
              )}
            </Stack>
          ))}
        </div>
      </div>
    </div>
  );
}
