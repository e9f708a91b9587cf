// Background jobs: their number by state, and the failed ones, which can be run again.
import { type OperatorOverview, operatorRetryJobs } from '@plumbline/core/features/operator/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { OperatorSection } from './operator-section.tsx';

type JobsSectionProps = {
  operatorKey: string;
  overview: OperatorOverview;
  onRetried: () => void;
};

export function JobsSection({ operatorKey: key, overview: { queue, failedJobs }, onRetried }: JobsSectionProps) {
  const t = useT();
  const retry = useMutation({
    mutationFn: (jobIds: string[]) => call(operatorRetryJobs, { body: { key, jobIds } }),
    onSuccess: onRetried,
  });
  return (
    <OperatorSection id="jobs" title={t('operator.jobs')} text={t('operator.jobsText')}>
      <Text figures>
        {t('operator.queue', {
          running: t.number(queue.running),
          waiting: t.number(queue.waiting),
          scheduled: t.number(queue.scheduled),
          failed: t.number(queue.failed),
        })}
      </Text>
      <div role="status">
        {retry.data && <Notice kind="success">{t('operator.retried', { count: retry.data.retried })}</Notice>}
      </div>
      {retry.isError && <Notice kind="error">{failureText(t, retry.error)}</Notice>}
      {failedJobs.length === 0 && <Text ink={2}>{t('operator.noFailedJobs')}</Text>}
      {failedJobs.length > 1 && (
        <Button isPending={retry.isPending} onPress={() => retry.mutate(failedJobs.map(({ id }) => id))}>
          {t('operator.retryAll')}
        </Button>
      )}
      <ul className="operator-jobs">
        {failedJobs.map(({ id, task, attempts, error, lastAttemptAt, nextAttemptAt }) => (
          <li key={id}>
            <Row gap={4} justify="between" wrap>
              <span>
                <code>{task}</code>{' '}
                <Text size="s" ink={2} figures>
                  {[
                    t('operator.attempts', { count: attempts }),
                    t.dateTime(new Date(lastAttemptAt)),
                    nextAttemptAt && t('operator.nextAttempt', { at: t.dateTime(new Date(nextAttemptAt)) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </span>
              <Button isPending={retry.isPending} onPress={() => retry.mutate([id])}>
                {t('operator.retry')}
              </Button>
            </Row>
            <pre>{error}</pre>
          </li>
        ))}
      </ul>
    </OperatorSection>
  );
}
