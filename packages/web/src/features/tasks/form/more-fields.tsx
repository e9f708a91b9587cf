// The less common fields of a task: company and trade, sub-status, reminder, recurrence, dependencies.
import { isBlocking } from '@plumbline/core/features/tasks/dependencies';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useState } from 'react';
import { useRows } from '../../../local/use-rows.ts';
import type { People } from '../../../shared/site/people.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Grid, Text } from '../../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { taskTitle } from '../task-card.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { MAX_SUGGESTIONS, SuggestField } from './suggest-field.tsx';
import type { TaskContent } from './task-content.ts';
import { useFieldSuggestions } from './use-field-suggestions.ts';
import '../tasks.css';

const REMINDERS = [0, 1, 2, 3, 7, 14, 30] as const;

type MoreFieldsProps = {
  projectId: string;
  /** The task being edited; it cannot block itself. */
  taskId: string | undefined;
  content: TaskContent;
  set: (change: Partial<TaskContent>) => void;
  people: People;
  today: string;
};

export function MoreFields({ projectId, taskId, content, set, people, today }: MoreFieldsProps) {
  const t = useT();
  const tasks = useRows('task', projectId);
  const known = useFieldSuggestions(projectId, people, tasks, content.companyName);
  /** A company's trade is filled in unless another one is entered. */
  const craftOf = (companyName: string) => {
    const craft = content.craft === '' && known.companies.find(({ name }) => name === companyName)?.craft;
    return craft ? { craft } : {};
  };
  return (
    <Grid columns="fit" min={220} gap={4}>
      <SuggestField
        label={t('task.company')}
        value={content.companyName}
        known={known.companyName}
        maxSuggestions={200}
        onChange={(companyName) => set({ companyName, ...craftOf(companyName) })}
      />
      <SuggestField
        label={t('task.craft')}
        value={content.craft}
        known={known.craft}
        maxSuggestions={120}
        onChange={(craft) => set({ craft })}
      />
      <SuggestField
        label={t('task.subStatus')}
        placeholder={t('task.subStatusExample')}
        value={content.subStatus}
        known={known.subStatus}
        maxSuggestions={80}
        onChange={(subStatus) => set({ subStatus })}
      />
      <Select
        label={t('task.reminder')}
        help={content.reminderDays !== null && content.dueDate === null ? t('task.reminder.needsDue') : undefined}
        value={content.reminderDays === null ? 'none' : String(content.reminderDays)}
        onChange={(id) => set({ reminderDays: id === 'none' ? null : Number(id) })}
        choices={[
          { id: 'none', label: t('task.reminder.none') },
          ...REMINDERS.map((days) => ({ id: String(days), label: t('task.reminder.days', { days }) })),
        ]}
      />
      <RepeatFields
        value={content.repeat}
        dueDate={content.dueDate}
        today={today}
        onChange={(repeat) => set({ repeat })}
      />
      <BlockedByField
        tasks={tasks ?? []}
        taskId={taskId}
        value={content.dependsOn}
        onChange={(dependsOn) => set({ dependsOn })}
        today={today}
      />
    </Grid>
  );
}

type BlockedByFieldProps = {
  tasks: readonly TaskRow[];
  taskId: string | undefined;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  today: string;
};

/** The tasks that block this one, found by number or text. */
function BlockedByField({ tasks, taskId, value, onChange, today }: BlockedByFieldProps) {
  const t = useT();
  const [text, setText] = useState('');
  // Remounted after each choice: a cleared field would reopen its list over the chosen tasks.
  const [choices, setChoices] = useState(0);
  const nameOf = (task: TaskRow) => `${task.number === null ? '' : `#${task.number} `}${taskTitle(t, task)}`;
  const words = text.toLocaleLowerCase();
  const offered = tasks
    .filter((task) => task.id !== taskId && !value.includes(task.id) && isBlocking(task))
    .filter((task) => nameOf(task).toLocaleLowerCase().includes(words))
    .slice(0, MAX_SUGGESTIONS);
  const chosen = value.map((id) => ({ id, task: tasks.find((task) => task.id === id) }));
  return (
    <div className="task-waits-field">
      <ComboBox
        key={choices}
        autoFocus={choices > 0}
        opensLate
        label={t('task.dependsOn')}
        help={t('task.dependsOnHelp')}
        placeholder={t('task.search')}
        optional
        filtered
        choices={offered.map((task) => ({
          id: task.id,
          label: nameOf(task),
          mark: <StatusGlyph status={shownStatus(task, today)} />,
        }))}
        value={null}
        text={text}
        onText={setText}
        onChange={(id) => {
          if (id === null) return;
          onChange([...value, id]);
          setText('');
          setChoices((count) => count + 1);
        }}
      />
      {chosen.length > 0 && (
        <ul className="task-waits">
          {chosen.map(({ id, task }) => (
            <li key={id}>
              {task && <StatusGlyph status={shownStatus(task, today)} />}
              <Text shrink grow cut className="task-waits-name">
                {task ? nameOf(task) : t('task.hiddenOne')}
              </Text>
              <IconButton
                icon={CloseIcon}
                label={t('task.dependsOnRemove', { task: task ? nameOf(task) : t('task.hiddenOne') })}
                onPress={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
