// The pins next to a plan, or of a whole project on phones: search, filter, sort, open, or select for a report.

import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { type ReactNode, useCallback, useState } from 'react';
import { SO_FAR, useIsPartial, useRowsBy } from '../../local/use-rows.ts';
import { useActor } from '../../shared/site/actor.ts';
import { usePeople } from '../../shared/site/people.ts';
import { DEFAULT_PIN_ORDER } from '../../shared/site/pins/pin-filter-url.ts';
import type { PinOrder } from '../../shared/site/pins/pin-order.ts';
import { PinRow } from '../../shared/site/pins/pin-row.tsx';
import { useCategories, useJoinedPins, useOrderedPins } from '../../shared/site/pins/use-pins.ts';
import { useToday } from '../../shared/site/today.ts';
import { VirtualList } from '../../ui/data/virtual-list.tsx';
import { later } from '../../ui/later.tsx';
import { Box, Stack } from '../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { NoPins } from './no-pins.tsx';
import { type Paging, PinPages, pageOf } from './pin-pages.tsx';
import { PinTools } from './pin-tools.tsx';
import { useMaySelect } from './use-may-select.ts';
import '../../shared/site/pins/pin-list.css';

const PinSelection = later(() => import('./pin-selection.tsx').then((module) => module.PinSelection));

export type PinListProps = {
  projectId: string;
  /** Only the pins of one plan; `noPlan` for those without one; omitted for all. */
  planId?: string | undefined;
  /** Only the pins of one group. */
  group?: GroupRow | undefined;
  filter: PinFilter;
  onFilter: (filter: PinFilter) => void;
  /** Controlled by the caller where the order is in the URL; otherwise local state. */
  order?: PinOrder | undefined;
  onOrder?: ((order: PinOrder) => void) | undefined;
  /** Set where the URL asks for pages; otherwise the whole list scrolls. */
  paging?: Paging | undefined;
  selectedId: string | null;
  onSelect: (pinId: string) => void;
  /** The address to copy, where it is not the one that is open. */
  link?: string | undefined;
  /** The button with the views of the list. */
  views?: ReactNode;
  /** The button that saves the first view, where there are tabs for views. */
  firstView?: ReactNode;
  /** Adds a pin that is not on a plan. */
  onAdd?: (() => void) | undefined;
};

const ROW = 64;
const TOUCH_ROW_PX = 76;

export function PinList(props: PinListProps) {
  const { projectId, planId, group, filter, onFilter, selectedId, onSelect } = props;
  const t = useT();
  const phone = useMedia(PHONE);
  const actor = useActor(projectId);
  const today = useToday(projectId);
  const people = usePeople(projectId);
  const categories = useCategories(projectId);
  const onPlan = planId !== undefined && planId !== 'noPlan';
  const plans = useRowsBy('plan', 'projectId', onPlan ? null : projectId);
  const [ownOrder, setOwnOrder] = useState(DEFAULT_PIN_ORDER);
  const order = props.order ?? ownOrder;
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const joined = useJoinedPins(projectId, planId, group, SO_FAR);
  const rows = useOrderedPins(projectId, joined, filter, order);
  const card = useCallback(
    (one: PinInContext) => (
      <PinRow
        one={one}
        category={one.pin.categoryId === null ? undefined : categories.get(one.pin.categoryId)}
        today={today}
        people={people}
        plan={onPlan ? undefined : (plans?.find((plan) => plan.id === one.pin.planId)?.name ?? t('pin.without'))}
      />
    ),
    [categories, today, people, onPlan, plans, t],
  );
  const maySelect = useMaySelect(actor, rows);
  const isPart = useIsPartial(projectId);
  const picked = chosen?.size ? (rows?.filter(({ pin }) => chosen.has(pin.id)) ?? []) : [];
  const isBare = joined?.length === 0 && !isPart;
  const noPins = (
    <NoPins {...{ projectId, planId, group, onFilter }} filter={isBare ? {} : filter} onAdd={props.onAdd} />
  );
  // Without a pin there is nothing to search, sort or export.
  if (isBare) return noPins;

  return (
    <Stack column shrink flat grow fill className="pin-list">
      <PinTools
        projectId={projectId}
        filter={filter}
        onFilter={onFilter}
        order={order}
        onOrder={props.onOrder ?? setOwnOrder}
        pins={joined}
        count={rows?.length}
        planId={planId}
        group={group}
        rows={isPart ? undefined : rows}
        exports
        link={props.link}
        views={props.views}
        firstView={props.firstView}
        onAdd={props.onAdd}
        selecting={chosen !== undefined}
        onSelecting={maySelect || chosen ? (on) => setChosen(on ? new Set() : undefined) : undefined}
      />
      <Box grow flat className="pin-list-rows">
        <VirtualList
          label={t('pin.list')}
          rows={(rows && props.paging ? pageOf(rows, props.paging).rows : rows) ?? []}
          idOf={({ pin }) => pin.id}
          nameOf={({ pin }) => t('pin.numbered', { number: pin.number ?? '' })}
          rowHeight={phone ? TOUCH_ROW_PX : ROW}
          loading={rows === undefined || (isPart && rows.length === 0) ? 'first' : undefined}
          currentId={selectedId ?? undefined}
          onOpen={({ pin }) => onSelect(pin.id)}
          selection={chosen && { ids: chosen, onChange: setChosen }}
          empty={noPins}
        >
          {card}
        </VirtualList>
      </Box>
      {rows && props.paging && <PinPages rows={rows} paging={props.paging} />}
      {chosen && rows && actor && (
        <PinSelection
          projectId={projectId}
          actor={actor}
          group={group}
          picked={picked}
          total={rows.length}
          onAll={() => setChosen(new Set(rows.map(({ pin }) => pin.id)))}
          onEnd={() => setChosen(undefined)}
        />
      )}
    </Stack>
  );
}
