// The issue card of the open pin: its place on the plan, and the status, due date and assignee of its most urgent task.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { inOneLine } from '@plumbline/locales/one-line';
import { useRow } from '../../../local/use-rows.ts';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import type { People } from '../../../shared/site/people.ts';
import { PlacePicture, pinAppearance } from '../../../shared/site/pins/issue-picture.tsx';
import { leadingTask } from '../../../shared/site/pins/pin-order.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { StatusBadge } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AssigneeName } from '../../tasks/assignee-name.tsx';
import { DueWords } from '../../tasks/due-text.tsx';
import './pin-panel.css';

type PinSummaryProps = { pin: PinRow; tasks: readonly TaskRow[]; people: People; today: string };

export function PinSummary({ pin, tasks, people, today }: PinSummaryProps) {
  const t = useT();
  const { projectId, planId } = pin;
  const category = useRow('category', pin.categoryId);
  const plan = useRow('plan', planId);
  const urgent = leadingTask(tasks, today);
  const place = inOneLine([plan?.name ?? t('pin.without'), pin.room]);
  return (
    <Row gap={3} align="stretch" shrink touch className="pin-summary">
      <PlacePicture pin={pin} appearance={pinAppearance(pin, category?.colour ?? null)} />
      <Stack gap={1} shrink grow justify="center">
        {planId === null ? (
          <Text weight="medium">{place}</Text>
        ) : (
          <a href={planAddress({ projectId, planId, viewType: 'split', pinId: pin.id })}>
            <Text weight="medium">{place}</Text>
          </a>
        )}
        {urgent ? (
          <>
            <Row gap="1 3" wrap size="s" ink={2}>
              <StatusBadge status={shownStatus(urgent, today)} plain>
                {t(`task.status.${shownStatus(urgent, today)}`)}
              </StatusBadge>
              <DueWords task={urgent} today={today} />
            </Row>
            <Row size="s" ink={2} shrink>
              <AssigneeName assignee={people.assigneeOf(urgent)} size={20} />
            </Row>
          </>
        ) : (
          <Text size="s" ink={2}>
            <StatusBadge status={pin.status} plain>
              {t(`pin.status.${pin.status}`)}
            </StatusBadge>
          </Text>
        )}
      </Stack>
    </Row>
  );
}
