// Creates a task from the task list: first choose its pin, then fill in the task.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useState } from 'react';
import type { People } from '../../../shared/site/people.ts';
import type { PinOrder } from '../../../shared/site/pins/pin-order.ts';
import { PinRow as PinLine } from '../../../shared/site/pins/pin-row.tsx';
import { useCategories, useJoinedPins, useOrderedPins } from '../../../shared/site/pins/use-pins.ts';
import { ToPlans } from '../../../shared/site/to-plans.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { PinIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { TaskForm } from './task-form.tsx';
import '../tasks.css';

type NewTaskProps = {
  projectId: string;
  people: People;
  today: string;
  onClose: () => void;
  onCreated: (taskId: string) => void;
};

const NEWEST_FIRST: PinOrder = { by: 'changedAt', direction: 'descending' };

export function NewTask({ projectId, people, today, onClose, onCreated }: NewTaskProps) {
  const t = useT();
  const [pin, setPin] = useState<PinRow>();
  const [search, setSearch] = useState('');
  const categories = useCategories(projectId);
  const joined = useJoinedPins(projectId);
  const rows = useOrderedPins(projectId, joined, { status: ['open'], ...(search && { search }) }, NEWEST_FIRST);
  if (pin) {
    return (
      <TaskForm projectId={projectId} pin={pin} people={people} today={today} onClose={onClose} onCreated={onCreated} />
    );
  }
  return (
    <Dialog title={t('task.choosePin')} detail={t('task.choosePinText')} isOpen onClose={onClose}>
      <Stack gap={3}>
        <SearchField label={t('pin.search')} value={search} onChange={setSearch} autoFocus />
        <div className="task-choose-list">
          <VirtualList
            label={t('pin.list')}
            rows={rows ?? []}
            idOf={({ pin: one }) => one.id}
            rowHeight={64}
            loading={rows === undefined ? 'first' : undefined}
            onOpen={({ pin: one }) => setPin(one)}
            empty={
              joined?.length === 0 ? (
                <EmptyState icon={PinIcon} title={t('pin.emptyTitle')} action={<ToPlans projectId={projectId} />}>
                  {t('task.noPin')}
                </EmptyState>
              ) : (
                <EmptyState icon={PinIcon} title={t('pin.noneFound')} />
              )
            }
          >
            {(one) => (
              <PinLine
                one={one}
                category={one.pin.categoryId === null ? undefined : categories.get(one.pin.categoryId)}
                today={today}
                people={people}
              />
            )}
          </VirtualList>
        </div>
      </Stack>
    </Dialog>
  );
}
