// Orders the pins of a manual group: drag by mouse or touch, move by keyboard, or send to either end from a menu.
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useState } from 'react';
import { NO_COLOUR } from '../../shared/site/no-colour.ts';
import { useCategories, useJoinedPins } from '../../shared/site/pins/use-pins.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { useDrag } from '../../ui/actions/use-drag.ts';
import { useStableKeys } from '../../ui/data/stable-keys.ts';
import { DownIcon, IconMark, MoreVerticalIcon, SortIcon, UpIcon } from '../../ui/icons.tsx';
import { Box, Row, Text } from '../../ui/layout/primitives.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import './order-dialog.css';

const ROW = 52;
/** Touch devices, where a pin is dragged by holding it and there is no keyboard. */
const COARSE = '(pointer: coarse)';

/** The pin before which one moved from `from` to `to` lands; null for the end. */
function beforeOf(ids: readonly string[], from: number, to: number): string | null {
  return ids[to < from ? to : to + 1] ?? null;
}

type OrderDialogProps = { projectId: string; group: GroupRow; onClose: () => void };

export function OrderDialog({ projectId, group, onClose }: OrderDialogProps) {
  const t = useT();
  const act = useAct(projectId);
  const hand = useMedia(COARSE);
  const categories = useCategories(projectId);
  const pins = useJoinedPins(projectId, undefined, group)?.map(({ pin }) => pin) ?? [];
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const ids = pins.map(({ id }) => id);
  const at = (id: string) => ids.indexOf(id);
  const keyOf = useStableKeys(ids);
  const virtual = useVirtualizer({
    count: pins.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    overscan: 6,
    getItemKey: keyOf,
  });
  const nameOf = (pin: PinRow) =>
    pin.title || (pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number }));
  const put = (pin: PinRow, to: number) => {
    const from = at(pin.id);
    if (to === from || to < 0 || to >= ids.length) return;
    void act('group.order', { id: group.id, pinIds: [pin.id], before: beforeOf(ids, from, to) });
  };
  const { dragged, dragProps, onKey } = useDrag<PinRow>({
    canDrag: () => true,
    placeOf: ({ id }) => id,
    step: (_pin, from, arrow) => {
      const to = at(from) + (arrow === 'ArrowUp' ? -1 : arrow === 'ArrowDown' ? 1 : 0);
      if (ids[to] !== undefined) virtual.scrollToIndex(to);
      return ids[to];
    },
    onDrop: (pin, place) => put(pin, at(place)),
    onAnnounce: (event, pin, place) =>
      setAnnouncement(t(`group.drag.${event}`, { pin: nameOf(pin), place: at(place) + 1, count: ids.length })),
  });
  const focusRow = (index: number) => {
    if (ids[index] === undefined) return;
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  };
  const onKeyDown = (pin: PinRow, index: number) => (event: KeyboardEvent<HTMLElement>) => {
    if (onKey(pin, event)) return;
    const goals: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: ids.length - 1 };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    focusRow(goal);
  };
  const over = dragged?.over === undefined ? -1 : at(dragged.over);
  const from = dragged ? at(dragged.item.id) : -1;

  return (
    <Dialog
      title={t('group.putInOrder')}
      detail={t(hand ? 'group.orderHelpHand' : 'group.orderHelp')}
      isOpen
      onClose={onClose}
      actions={
        <Button kind="next" onPress={onClose}>
          {t('group.done')}
        </Button>
      }
    >
      <p className="ui-hidden" aria-live="assertive">
        {announcement}
      </p>
      <div className="order-rows" ref={setScroller} data-drag-scroll="" data-dragging={dragged ? '' : undefined}>
        <Box as="ol" anchor style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const pin = pins[index];
            if (!pin) return null;
            const landing = index === over && over !== from;
            return (
              <li
                key={key}
                className="order-row"
                style={{ height: size, translate: `0 ${start}px` }}
                aria-setsize={pins.length}
                aria-posinset={index + 1}
                data-drop={pin.id}
                data-carried={index === from ? '' : undefined}
                data-landing={landing ? (over < from ? 'before' : 'after') : undefined}
              >
                <Row
                  type="button"
                  as="button"
                  pad="0 2"
                  shrink
                  grow
                  fill
                  ink={1}
                  icons="quiet"
                  corner="m"
                  className="order-pin ui-pressable"
                  data-index={index}
                  {...dragProps(pin)}
                  onKeyDown={onKeyDown(pin, index)}
                  // Space moves the pin; without this the browser would also click the button on key-up.
                  onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
                >
                  <IconMark icon={SortIcon} />
                  <span className="order-place ui-figures">{t.number(index + 1)}</span>
                  <PinMark
                    colour={categories.get(pin.categoryId ?? '')?.colour ?? NO_COLOUR}
                    status={pin.status}
                    size={22}
                  />
                  <Text fixed ink={2} className="ui-figures">
                    {pin.number ?? '–'}
                  </Text>
                  <Text cut className="order-title">
                    {pin.title || t('pin.untitled')}
                  </Text>
                </Row>
                <Menu
                  label={t('group.moveOf', { pin: nameOf(pin) })}
                  placement="bottom end"
                  trigger={<IconButton icon={MoreVerticalIcon} label={t('group.moveOf', { pin: nameOf(pin) })} />}
                  groups={[
                    {
                      id: 'to',
                      entries: (
                        [
                          ['toTop', 0, UpIcon],
                          ['up', index - 1, UpIcon],
                          ['down', index + 1, DownIcon],
                          ['toEnd', ids.length - 1, DownIcon],
                        ] as const
                      )
                        .filter(([, to]) => to !== index && ids[to] !== undefined)
                        .map(([id, to, icon]) => ({
                          id,
                          label: t(`group.${id}`),
                          icon,
                          onAction: () => put(pin, to),
                        })),
                    },
                  ]}
                />
              </li>
            );
          })}
        </Box>
      </div>
      {dragged?.by === 'pointer' && (
        <div className="order-ghost" style={{ translate: `${dragged.x}px ${dragged.y}px` }} aria-hidden="true">
          {nameOf(dragged.item)}
        </div>
      )}
    </Dialog>
  );
}
