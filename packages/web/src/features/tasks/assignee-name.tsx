// The assignee of a task: avatar and name, or a placeholder if it is unassigned.

import { PersonAvatar } from '../../shared/session/person-avatar.tsx';
import type { Assignee } from '../../shared/site/people.ts';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { useT } from '../../ui/translation.tsx';
import './tasks.css';

export function AssigneeName({ assignee, size = 24 }: { assignee: Assignee | undefined; size?: number | undefined }) {
  const t = useT();
  if (!assignee) return <Text ink={3}>{t('task.nobody')}</Text>;
  return (
    <Row as="span" inline gap={1.5} shrink className="task-assignee" data-gone={assignee.active ? undefined : ''}>
      {assignee.type === 'User' ? (
        <PersonAvatar userId={assignee.id} name={assignee.name} size={size} decorative />
      ) : (
        <Avatar name={assignee.name} size={size} square={assignee.type === 'TeamGroup'} decorative />
      )}
      <Text cut>{assignee.name}</Text>
      {assignee.removed && (
        <Text fixed size="s">
          {t('task.removed')}
        </Text>
      )}
    </Row>
  );
}
