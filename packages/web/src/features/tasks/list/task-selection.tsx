// Actions on selected tasks. Loaded when the first task is selected.

import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useState } from 'react';
import type { People } from '../../../shared/site/people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { SelectionBar } from '../../../ui/data/selection-bar.tsx';
import { EditIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { useT } from '../../../ui/translation.tsx';

const BulkTasksDialog = later(() => import('../bulk/bulk-tasks-dialog.tsx').then((module) => module.BulkTasksDialog));

type TaskSelectionProps = {
  projectId: string;
  actor: Actor;
  people: People;
  picked: readonly TaskRow[];
  all: readonly TaskRow[];
  pinOf: ReadonlyMap<string, PinRow>;
  today: string;
  total: number;
  onAll: () => void;
  onEnd: () => void;
};

export function TaskSelection({ total, onAll, onEnd, picked, ...around }: TaskSelectionProps) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <SelectionBar
        words={t('task.selected', { count: picked.length })}
        count={picked.length}
        total={total}
        onAll={onAll}
        onEnd={onEnd}
      >
        <Button kind="brand" icon={EditIcon} isDisabled={picked.length === 0} onPress={() => setEditing(true)}>
          {t('pin.bulk.edit')}
        </Button>
      </SelectionBar>
      {editing && <BulkTasksDialog {...around} tasks={picked} onClose={() => setEditing(false)} />}
    </>
  );
}
