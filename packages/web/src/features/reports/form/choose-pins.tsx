// Selects the pins of a report from the whole project, in list order.
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { useState } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { usePeople } from '../../../shared/site/people.ts';
import type { PinOrder } from '../../../shared/site/pins/pin-order.ts';
import { PinRow } from '../../../shared/site/pins/pin-row.tsx';
import { useCategories, useJoinedPins, useOrderedPins } from '../../../shared/site/pins/use-pins.ts';
import { useToday } from '../../../shared/site/today.ts';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PinIcon } from '../../../ui/icons.tsx';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PinTools } from '../../pins/pin-tools.tsx';
import '../reports.css';

type ChoosePinsProps = { projectId: string; value: readonly string[]; onChange: (pinIds: string[]) => void };

const ROW = 64;

export function ChoosePins({ projectId, value, onChange }: ChoosePinsProps) {
  const t = useT();
  const today = useToday(projectId);
  const people = usePeople(projectId);
  const categories = useCategories(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const [filter, setFilter] = useState<PinFilter>({ status: ['open'] });
  const [order, setOrder] = useState<PinOrder>({ by: 'number', direction: 'ascending' });
  const joined = useJoinedPins(projectId);
  const rows = useOrderedPins(projectId, joined, filter, order);
  const chosen = new Set(value);
  /** The selected pins in list order; those hidden by the filter are put first. */
  const choose = (ids: ReadonlySet<string>) => {
    const listed = (rows ?? []).map(({ pin }) => pin.id);
    const hidden = value.filter((id) => ids.has(id) && !listed.includes(id));
    onChange([...hidden, ...listed.filter((id) => ids.has(id))]);
  };
  const all = rows !== undefined && rows.length > 0 && rows.every(({ pin }) => chosen.has(pin.id));
  return (
    <Stack column className="choose-pins">
      <PinTools
        projectId={projectId}
        filter={filter}
        onFilter={setFilter}
        order={order}
        onOrder={setOrder}
        pins={joined}
        count={rows?.length}
      />
      <Box fixed pad="1 inset" line="below">
        <Checkbox
          isSelected={all}
          isIndeterminate={!all && chosen.size > 0}
          onChange={() => {
            const listed = (rows ?? []).map(({ pin }) => pin.id);
            choose(all ? new Set(value.filter((id) => !listed.includes(id))) : new Set([...value, ...listed]));
          }}
        >
          {t('ui.selectAll')}
        </Checkbox>
      </Box>
      <Box grow flat>
        <VirtualList
          label={t('report.choosePins')}
          rows={rows ?? []}
          idOf={({ pin }) => pin.id}
          nameOf={({ pin }) => t('pin.numbered', { number: pin.number ?? '' })}
          rowHeight={ROW}
          loading={rows === undefined ? 'first' : undefined}
          selection={{ ids: chosen, onChange: choose }}
          onOpen={({ pin }) => {
            const next = new Set(chosen);
            if (!next.delete(pin.id)) next.add(pin.id);
            choose(next);
          }}
          empty={<EmptyState icon={PinIcon} title={t('pin.noneFound')} />}
        >
          {(one) => (
            <PinRow
              one={one}
              category={one.pin.categoryId === null ? undefined : categories.get(one.pin.categoryId)}
              today={today}
              people={people}
              plan={plans?.find((plan) => plan.id === one.pin.planId)?.name ?? t('pin.without')}
            />
          )}
        </VirtualList>
      </Box>
    </Stack>
  );
}
