// What needs attention first: who is late, by company, with a reminder each, and what nobody has taken on.
import { can } from '@plumbline/core/access/capabilities';
import type { projectAttention } from '@plumbline/core/features/dashboard/attention';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { failureText } from '../../shared/data/shown-failure.ts';
import { PersonAvatar } from '../../shared/session/person-avatar.tsx';
import { useUser } from '../../shared/session/session.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { dueWords } from '../../shared/site/due-words.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { NotificationIcon } from '../../ui/icons.tsx';
import { Card, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { useT } from '../../ui/translation.tsx';
import { pinsWith, tasksWith, useRemind } from './use-dashboard.ts';

type Data = ReplyOf<typeof projectAttention>;
type Late = Data['late'][number];

const DAY_MS = 86_400_000;
const yesterday = (today: string): string => new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);

export function Attention({ projectId, data }: { projectId: string; data: Data }) {
  const t = useT();
  const { late, undated, untasked, newPins, today } = data;
  if (late.length === 0 && undated + untasked + newPins === 0) return null;
  const companies = [...Map.groupBy(late, (one) => one.companyName)];
  return (
    <Card as="section" gap={4} pad={4} shrink className="dashboard-card" data-wide="">
      <Text as="h2" size="m" weight="strong">
        {t('dashboard.attention')}
      </Text>
      {companies.map(([company, people]) => (
        <Stack key={company} gap={1}>
          <Text as="h3" size="s" ink={2} weight="medium">
            {company || t('dashboard.noCompany')}
          </Text>
          <ul>
            {people.map((one) => (
              <LateRow key={`${one.assigneeType} ${one.assigneeId}`} projectId={projectId} late={one} today={today} />
            ))}
          </ul>
        </Stack>
      ))}
      {undated + untasked + newPins > 0 && (
        <Row as="ul" gap="1 5" wrap size="s" touch>
          {newPins > 0 && (
            <li>
              <a href={pinsWith(projectId, { createdFrom: yesterday(today) })}>
                {t('dashboard.newPins', { count: newPins })}
              </a>
            </li>
          )}
          {undated > 0 && (
            <li>
              <a href={tasksWith(projectId, { status: ['open', 'rejected'], due: 'none' })}>
                {t('dashboard.undated', { count: undated })}
              </a>
            </li>
          )}
          {untasked > 0 && (
            <li>
              <a href={pinsWith(projectId, { status: ['open'], tasks: 'none' })}>
                {t('dashboard.untasked', { count: untasked })}
              </a>
            </li>
          )}
        </Row>
      )}
    </Card>
  );
}

function LateRow({ projectId, late, today }: { projectId: string; late: Late; today: string }) {
  const t = useT();
  const { userId } = useUser();
  const actor = useActor(projectId);
  const remind = useRemind(projectId);
  const { assigneeType, assigneeId, assigneeName, tasks, since } = late;
  const name =
    assigneeName ||
    t(assigneeId === null ? 'task.nobody' : assigneeType === 'Various' ? 'task.various' : 'task.removed');
  const mayRemind =
    actor !== undefined &&
    can(actor.role, 'task.create') &&
    assigneeId !== userId &&
    (assigneeType === 'User' || assigneeType === 'TeamGroup');
  const send = () =>
    remind.mutate(assigneeId ?? '', {
      onSuccess: ({ sent }) =>
        showToast({
          kind: 'success',
          text: sent === 0 ? t('dashboard.remindedToday', { name }) : t('dashboard.reminded', { name }),
        }),
      onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
    });
  return (
    <Row as="li" gap="1 3" wrap least="row" pad="1 0" line="above" touch className="dashboard-late">
      <Row as="span" gap={2} shrink grow>
        {assigneeType === 'User' ? (
          <PersonAvatar userId={assigneeId ?? undefined} name={name} size={28} decorative />
        ) : (
          <Avatar name={name} size={28} square={assigneeType === 'TeamGroup'} decorative />
        )}
        <Text cut>{name}</Text>
      </Row>
      <Row as="span" gap="0 3" wrap shrink>
        <a href={tasksWith(projectId, { status: ['overdue'], ...(assigneeId !== null && { assignee: [assigneeId] }) })}>
          {t('dashboard.lateTasks', { count: tasks })}
        </a>
        <Text ink="danger" figures className="dashboard-late-since">
          {dueWords(t, since, today, true)}
        </Text>
      </Row>
      <Row as="span" justify="end" gap={0} align="stretch" className="dashboard-late-remind">
        {mayRemind && (
          <Button size="s" icon={NotificationIcon} isPending={remind.isPending} onPress={send}>
            {t('dashboard.remind')}
          </Button>
        )}
      </Row>
    </Row>
  );
}
