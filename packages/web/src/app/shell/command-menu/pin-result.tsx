// A pin among the results of a search, as the issue card shows it: picture, plan, and the status, due date and assignee
// of its most urgent task.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { canSeeTask } from '@plumbline/core/site/visibility';
import { TaskCard } from '../../../features/tasks/task-card.tsx';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { LocalIssuePicture, pinAppearance } from '../../../shared/site/pins/issue-picture.tsx';
import { leadingTask } from '../../../shared/site/pins/pin-order.ts';
import { useToday } from '../../../shared/site/today.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

type PinResultProps = { pin: PinRow; title: string; plan: string | undefined };

export function PinResult({ pin, title, plan }: PinResultProps) {
  const { projectId } = pin;
  const actor = useActor(projectId);
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const category = useRow('category', pin.categoryId);
  const tasks = useRowsBy('task', 'pinId', pin.id) ?? [];
  const task = leadingTask(actor ? tasks.filter((one) => canSeeTask(actor, one)) : [], today);
  if (task) return <TaskCard task={task} people={people} today={today} pin={pin} title={title} place={plan} pictured />;
  return (
    <Row as="span" gap={3} shrink grow className="task-card">
      <LocalIssuePicture pin={pin} taskId="" appearance={pinAppearance(pin, category?.colour ?? null)} />
      <Stack as="span" gap={0.5} shrink grow>
        <Text weight="medium" cut>
          {title}
        </Text>
        <Text size="s" ink={2} cut>
          {plan}
        </Text>
      </Stack>
    </Row>
  );
}
