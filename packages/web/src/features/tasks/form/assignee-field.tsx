// Chooses the assignee of a task by typing a name; people and teams in one list.

import type { Assignee, People } from '../../../shared/site/people.ts';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import type { FieldWords } from '../../../ui/fields/field.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';

export type Assigned = { assigneeType: Assignee['type'] | null; assigneeId: string | null };
export const UNASSIGNED: Assigned = { assigneeType: null, assigneeId: null };

type AssigneeFieldProps = Omit<FieldWords, 'label'> & {
  people: People;
  value: string | null;
  onChange: (assigned: Assigned, assignee: Assignee | undefined) => void;
  autoFocus?: boolean | undefined;
};

export function AssigneeField({ people, value, onChange, ...rest }: AssigneeFieldProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  return (
    <ComboBox
      {...rest}
      // The sheet is still sliding up when its first field gets focus: the list would open at the wrong position.
      opensLate={phone && rest.autoFocus}
      label={t('task.assignee')}
      placeholder={t('task.assigneeSearch')}
      nothing={t('task.assigneeNone')}
      value={value}
      choices={people.assignees.map((one) => ({
        id: one.id,
        label: one.name,
        detail: one.detail || undefined,
        mark: <Avatar name={one.name} size={24} square={one.type === 'TeamGroup'} decorative />,
      }))}
      onChange={(id) => {
        const found = people.assignees.find((one) => one.id === id);
        onChange(found ? { assigneeType: found.type, assigneeId: found.id } : UNASSIGNED, found);
      }}
    />
  );
}
