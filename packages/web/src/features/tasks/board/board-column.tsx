// One column of the board: only the visible cards are rendered, however many there are.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow, TaskStatus } from '@plumbline/core/site/rows/tasks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { People } from '../../../shared/site/people.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { MoreVerticalIcon } from '../../../ui/icons.tsx';
import { Box, Row, Text } from '../../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { taskTitle } from '../task-card.tsx';
import { BoardCardFace } from './board-card.tsx';
import './board.css';

/** Height of a card in pixels, including the gap below it. */
const CARD = 116;
const FINGER_CARD = 132;
/** In a narrower column, assignee and due date do not fit beside each other: the due date has a line of its own. */
const BESIDE_PX = 256;
const DUE_LINE = 22;
/** Where text is larger: see the densities. */
const FINGER = '(max-width: 767px), (pointer: coarse)';

type BoardColumnProps = {
  status: TaskStatus;
  tasks: readonly TaskRow[];
  /** While a card is dragged: whether it may be dropped here. */
  state: 'open' | 'refused' | undefined;
  isOver: boolean;
  draggedId: string | undefined;
  currentId: string | undefined;
  around: { people: People; today: string; pinOf: ReadonlyMap<string, PinRow> };
  onOpen: (taskId: string) => void;
  dragProps: (task: TaskRow) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  };
  onKey: (task: TaskRow, event: KeyboardEvent<HTMLElement>) => boolean;
  movesOf: (task: TaskRow) => TaskStatus[];
  onMove: (task: TaskRow, status: TaskStatus) => void;
};

function useIsNarrow(cards: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = cards.current;
    if (!element) return;
    const measure = () => setNarrow(element.clientWidth < BESIDE_PX);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [cards]);
  return narrow;
}

export function BoardColumn(props: BoardColumnProps) {
  const { status, tasks, state, isOver, draggedId, currentId, around, onOpen, dragProps, onKey } = props;
  const t = useT();
  const finger = useMedia(FINGER);
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useIsNarrow(scroller);
  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(0, tasks.length - 1));
  const carried = tasks.findIndex((task) => task.id === draggedId);
  // A new function makes the virtualizer measure all cards again, so it must stay stable while scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed card height requires measuring again
  const keyOf = useCallback((index: number) => tasks[index]?.id ?? index, [tasks, finger, narrow]);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (finger ? FINGER_CARD : CARD) + (narrow ? DUE_LINE : 0),
    overscan: 4,
    getItemKey: keyOf,
    // The focused card and the dragged one stay rendered while scrolling.
    rangeExtractor: (range) =>
      [
        ...new Set([
          ...defaultRangeExtractor(range),
          ...(tasks.length > 0 ? [current] : []),
          ...(carried >= 0 ? [carried] : []),
        ]),
      ].sort((a, b) => a - b),
  });

  const focusCard = (index: number) => {
    const to = Math.min(tasks.length - 1, Math.max(0, index));
    setActive(to);
    virtual.scrollToIndex(to);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
  };
  const onKeyDown = (task: TaskRow, index: number) => (event: KeyboardEvent<HTMLElement>) => {
    if (onKey(task, event)) return;
    const goals: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: tasks.length - 1 };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    focusCard(goal);
  };
  const word = t(`task.status.${status}`);

  return (
    <section
      className="board-column"
      aria-label={`${word}, ${t('task.count', { count: tasks.length })}`}
      data-drop={status}
      data-state={state}
      data-over={isOver ? '' : undefined}
      data-narrow={narrow ? '' : undefined}
    >
      <Row as="h2" fixed size="m" weight="medium" pad="3 3 2">
        <StatusGlyph status={status} size={18} />
        {word}
        <Text ink={3} weight="regular" className="ui-figures">
          {t.number(tasks.length)}
        </Text>
      </Row>
      <Box anchor grow flat pad="0 2" className="board-cards" ref={scroller} data-drag-scroll="">
        <Box as="ul" anchor style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const task = tasks[index];
            if (!task) return null;
            const targets = props.movesOf(task);
            return (
              <li
                key={key}
                className="board-card"
                style={{ height: size, translate: `0 ${start}px` }}
                aria-setsize={tasks.length}
                aria-posinset={index + 1}
                data-carried={task.id === draggedId ? '' : undefined}
                data-current={task.id === currentId ? '' : undefined}
              >
                <button
                  type="button"
                  className="board-card-open"
                  data-index={index}
                  tabIndex={index === current ? 0 : -1}
                  data-movable={targets.length > 0 ? '' : undefined}
                  {...(targets.length > 0 && { 'aria-describedby': 'board-help' })}
                  {...dragProps(task)}
                  onFocus={() => setActive(index)}
                  onKeyDown={onKeyDown(task, index)}
                  // Space starts dragging; without this, the browser would click the button on key up.
                  onKeyUp={(event) => targets.length > 0 && event.key === ' ' && event.preventDefault()}
                  onClick={() => onOpen(task.id)}
                >
                  <BoardCardFace
                    task={task}
                    people={around.people}
                    today={around.today}
                    pin={around.pinOf.get(task.pinId)}
                  />
                </button>
                {targets.length > 0 && (
                  <span className="board-card-more">
                    <Menu
                      label={t('task.moveTo')}
                      placement="bottom end"
                      trigger={
                        <IconButton icon={MoreVerticalIcon} label={t('task.moveNamed', { task: taskTitle(t, task) })} />
                      }
                      groups={[
                        {
                          id: 'to',
                          heading: t('task.moveTo'),
                          entries: targets.map((to) => ({
                            id: to,
                            label: t(`task.status.${to}`),
                            onAction: () => props.onMove(task, to),
                          })),
                        },
                      ]}
                    />
                  </span>
                )}
              </li>
            );
          })}
        </Box>
        {tasks.length === 0 && (
          <Text as="p" pad="4 2" size="s" ink={3} centered>
            {state === 'open' ? t('task.dropHere') : t('task.noneHere')}
          </Text>
        )}
      </Box>
    </section>
  );
}
