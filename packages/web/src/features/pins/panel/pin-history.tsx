// The history of a pin: who changed what and when, with old and new values. Fetched from the server, so it needs a
// connection.
import { pinHistory } from '@plumbline/core/features/pins/contract';
import type { ChangeEntry } from '@plumbline/core/site/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { PersonAvatar } from '../../../shared/session/person-avatar.tsx';
import type { People } from '../../../shared/site/people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { HistoryIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useFields } from '../../fields/use-fields.ts';
import { changesOf, type Namer, subjectText, textOf } from './history-text.ts';
import './pin-panel.css';

type PinHistoryProps = { projectId: string; pinId: string; changedAt: string; people: People };

export function PinHistory({ projectId, pinId, changedAt, people }: PinHistoryProps) {
  const t = useT();
  const history = useInfiniteQuery({
    // Refetched when the pin changes, since its history is then longer.
    queryKey: ['pinHistory', projectId, pinId, changedAt],
    queryFn: ({ pageParam, signal }) =>
      call(pinHistory, { params: { projectId, pinId }, query: { page: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
  });
  const namer = useNamer(projectId, people);
  if (history.isPending) return <Skeleton lines={6} />;
  if (history.isError && !history.data)
    return <ErrorView failure={shownFailure(t, history.error)} onRetry={() => void history.refetch()} />;
  const entries = history.data.pages.flatMap((page) => page.content);
  if (entries.length === 0) return <EmptyState icon={HistoryIcon} title={t('pin.activityEmpty')} />;
  return (
    <Stack gap={4} align="start" className="pin-history">
      <Stack as="ol" gap={5} wide>
        {entries.map((entry) => (
          <Entry key={`${entry.position} ${entry.entityId}`} entry={entry} namer={namer} />
        ))}
      </Stack>
      {history.hasNextPage && (
        <Button isPending={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
          {t('pin.history.more')}
        </Button>
      )}
    </Stack>
  );
}

/** Resolves the ids in changed fields to names. */
function useNamer(projectId: string, people: People): Namer {
  const pins = useRowsBy('pin', 'projectId', projectId);
  const tasks = useRowsBy('task', 'projectId', projectId);
  const categories = useRowsBy('category', 'projectId', projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const fields = useFields(projectId);
  const ratings = useRow('project', projectId)?.ratings;
  return {
    category: (id) => categories?.find((one) => one.id === id)?.title,
    plan: (id) => plans?.find((one) => one.id === id)?.name,
    field: (id) => fields.find((one) => one.id === id),
    rating: (id) => ratings?.find((one) => one.id === id),
    pin: (id) => pins?.find((one) => one.id === id)?.number ?? undefined,
    task: (id) => tasks?.find((one) => one.id === id)?.number ?? undefined,
    person: (id) => people.nameOf(id) || people.everAssignable.find((one) => one.id === id)?.name,
  };
}

function Entry({ entry, namer }: { entry: ChangeEntry; namer: Namer }) {
  const t = useT();
  const name = entry.actorName || t('pin.history.program');
  const what = subjectText(t, entry, namer);
  const at = new Date(entry.at);
  return (
    <Row as="li" gap={3} align="stretch" className="pin-history-entry">
      <PersonAvatar userId={entry.actorId ?? undefined} name={name} size={28} decorative />
      <div>
        <p>
          {entry.before === null
            ? t('pin.history.createdWhat', { name, what })
            : t('pin.history.changedWhat', { name, what })}{' '}
          <time dateTime={entry.at} title={t.dateTime(at)}>
            {t.relative(at, new Date())}
          </time>
        </p>
        {textOf(entry) !== '' && (
          <Text as="p" size="s" ink={2} breaks>
            {textOf(entry)}
          </Text>
        )}
        {entry.before !== null && (
          <Stack as="dl" gap={1} size="s" className="pin-history-fields">
            {changesOf(t, entry, namer).map(({ field, from, to }) => (
              <div key={field}>
                <Text as="dt" ink={3}>
                  {field}
                </Text>
                <Text as="dd" breaks>
                  <Text as="del" ink={3}>
                    {from}
                  </Text>{' '}
                  <ins>{to}</ins>
                </Text>
              </div>
            ))}
          </Stack>
        )}
      </div>
    </Row>
  );
}
