// The issue card on the board: picture, status, what is to be done, where, by whom and by when.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { People } from '../../../shared/site/people.ts';
import { IconMark, RepeatIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AssigneeName } from '../assignee-name.tsx';
import { DueWords } from '../due-text.tsx';
import { TaskPicture, taskTitle } from '../task-card.tsx';
import './board.css';

type BoardCardFaceProps = { task: TaskRow; people: People; today: string; pin: PinRow | undefined };

export function BoardCardFace({ task, people, today, pin }: BoardCardFaceProps) {
  const t = useT();
  const status = shownStatus(task, today);
  return (
    <Stack as="span" fluid gap={1} fill className="board-face">
      <Row as="span" size="s" ink={3} nowrap clip icons="small" className="board-face-top ui-figures">
        <StatusGlyph status={status} size={16} />
        <span className="ui-hidden">{t(`task.status.${status}`)}</span>
        {task.number !== null && <span>#{task.number}</span>}
        {pin && (
          <span className="board-face-pin">
            {pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number })}
          </span>
        )}
        {task.repeat && (
          <>
            <IconMark icon={RepeatIcon} />
            <span className="ui-hidden">{t('task.series')}</span>
          </>
        )}
      </Row>
      <Row as="span" align="start" shrink>
        <Text clamp weight="medium" tight grow dir="auto" className="board-face-title">
          {taskTitle(t, task, pin)}
        </Text>
        <TaskPicture pin={pin} taskId={task.id} />
      </Row>
      <Row as="span" justify="between" shrink size="s" ink={2} className="board-face-who">
        <AssigneeName assignee={people.assigneeOf(task)} size={20} />
        <DueWords task={task} today={today} />
      </Row>
    </Stack>
  );
}
