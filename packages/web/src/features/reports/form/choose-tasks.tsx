// Selects the tasks of a report from the whole project.
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useMemo, useState } from 'react';
import { useRows } from '../../../local/use-rows.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { useToday } from '../../../shared/site/today.ts';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TaskIcon } from '../../../ui/icons.tsx';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { TaskTools } from '../../tasks/list/task-tools.tsx';
import { type TaskView, viewTasks } from '../../tasks/list/task-view.ts';
import { TaskCard } from '../../tasks/task-card.tsx';
import '../reports.css';

type ChooseTasksProps = { projectId: string; value: readonly string[]; onChange: (taskIds: string[]) => void };

const ROW = 64;

export function ChooseTasks({ projectId, value, onChange }: ChooseTasksProps) {
  const t = useT();
  const today = useToday(projectId);
  const actor = useActor(projectId);
  const people = usePeople(projectId);
  const tasks = useRows('task', projectId);
  const pins = useRows('pin', projectId);
  const [view, setView] = useState<TaskView>({
    mine: false,
    filter: {},
    order: { by: 'number', direction: 'ascending' },
  });
  const pinOf = useMemo(() => new Map(pins?.map((pin) => [pin.id, pin])), [pins]);
  const rows = useMemo(
    () =>
      tasks &&
      actor &&
      // Drafts are excluded from reports.
      viewTasks(tasks, pinOf, view, { actor, today, locale: t.locale }).filter((task) => task.status !== 'draft'),
    [tasks, actor, pinOf, view, today, t],
  );
  const chosen = new Set(value);
  const listed = (rows ?? []).map((task) => task.id);
  const choose = (ids: ReadonlySet<string>) =>
    onChange([...value.filter((id) => ids.has(id) && !listed.includes(id)), ...listed.filter((id) => ids.has(id))]);
  const all = listed.length > 0 && listed.every((id) => chosen.has(id));
  const place = (task: TaskRow) => {
    const number = pinOf.get(task.pinId)?.number;
    return number === null || number === undefined ? t('pin.unnumbered') : t('pin.numbered', { number });
  };
  return (
    <Stack column className="choose-pins">
      <TaskTools
        projectId={projectId}
        view={view}
        onView={setView}
        tasks={tasks}
        count={rows?.length}
        people={people}
      />
      <Box fixed pad="1 inset" line="below">
        <Checkbox
          isSelected={all}
          isIndeterminate={!all && chosen.size > 0}
          onChange={() =>
            choose(all ? new Set(value.filter((id) => !listed.includes(id))) : new Set([...value, ...listed]))
          }
        >
          {t('ui.selectAll')}
        </Checkbox>
      </Box>
      <Box grow flat>
        <VirtualList
          label={t('report.chooseTasks')}
          rows={rows ?? []}
          idOf={(task) => task.id}
          nameOf={(task) => task.title}
          rowHeight={ROW}
          loading={rows === undefined ? 'first' : undefined}
          selection={{ ids: chosen, onChange: choose }}
          onOpen={(task) => {
            const next = new Set(chosen);
            if (!next.delete(task.id)) next.add(task.id);
            choose(next);
          }}
          empty={<EmptyState icon={TaskIcon} title={t('task.noneFound')} />}
        >
          {(task) => <TaskCard task={task} people={people} today={today} place={place(task)} />}
        </VirtualList>
      </Box>
    </Stack>
  );
}
